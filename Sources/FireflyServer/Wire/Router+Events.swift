import FireflyHTTP
import FireflyStore

extension Router {
  /// Responds with a stream of events.
  func events(
    for email: String?, _ request: HTTPRequest, _ caller: Caller
  ) async throws -> HTTPResponse {
    guard let reader = try caller.identity(claiming: email) else {
      return .failure(400, "user_email is required")
    }
    guard let changes = await hub.subscribe(reader) else {
      return .failure(503, "Too many event streams are open. Poll instead.").retry(after: 60)
    }
    let feed = EventFeed(
      store, hub, reader: reader, changes: changes,
      after: request.fields["last-event-id"].flatMap { Int($0) }
    ) {
      // The device may have been signed out; if the store can't be read, it is checked again with
      // the next event.
      guard let now = try? await Caller(request, self.access, self.store) else { return true }
      return now.email == caller.email
    }
    var response = HTTPResponse(
      status: 200,
      fields: [
        "Content-Type": "text/event-stream", "Cache-Control": "no-cache",
        // Tells proxies not to buffer the stream.
        "X-Accel-Buffering": "no",
      ], body: .stream { try await feed.next() })
    response.isOpenEnded = true
    return response
  }
}
