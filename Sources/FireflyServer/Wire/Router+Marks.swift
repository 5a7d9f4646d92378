import FireflyAPI
import FireflyHTTP
import FireflyStore

// What an account has read and saved; nobody else sees it.
extension Router {
  func marks(of caller: Caller) async throws -> HTTPResponse {
    try .json(MarksResponse(try await store.marks(of: try account(of: caller))))
  }

  /// Changes the marks, unless they have changed since the version that the request names: a request that arrives
  /// late or twice changes nothing.
  func changeMarks(_ request: HTTPRequest, _ caller: Caller) async throws -> HTTPResponse {
    let email = try account(of: caller)
    guard let wanted: MarksRequest = try await json(request) else { return .malformedJSON }
    let (marks, isApplied) = try await store.changeMarks(
      of: email, wanted.change, from: wanted.version)
    // Other machines learn it at once if this process serves them, otherwise with the next change of a post.
    if isApplied { await hub.notify(email) }
    return try .json(MarksResponse(marks, isApplied: isApplied))
  }
}
