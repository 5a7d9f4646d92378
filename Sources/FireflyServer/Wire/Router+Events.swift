import FireflyHTTP

extension Router {
  /// What happens, as it happens, for as long as the client listens.
  func events(
    for email: String?, _ request: HTTPRequest, _ caller: Caller
  ) async throws -> HTTPResponse {
    guard let reader = try caller.identity(claiming: email) else {
      return .failure(400, "user_email is required")
    }
    guard let changes = await hub.subscribe(reader) else {
      var response = HTTPResponse.failure(
        503, "Too many event streams are open. Poll instead.")
      response.fields["Retry-After"] = "60"
      return response
    }
    let feed = EventFeed(
      store, reader: reader, changes: changes,
      after: request.fields["last-event-id"].flatMap { Int($0) }
    ) {
      // A device may have been signed out meanwhile; a store that can't be read is asked again.
      guard let now = try? await Caller(request, self.access, self.store) else { return true }
      return now.email == caller.email
    }
    var response = HTTPResponse(
      status: 200,
      fields: [
        "Content-Type": "text/event-stream", "Cache-Control": "no-cache",
        // Proxies are not to keep it until there is more.
        "X-Accel-Buffering": "no",
      ], body: .stream { try await feed.next() })
    response.isOpenEnded = true
    return response
  }
}
