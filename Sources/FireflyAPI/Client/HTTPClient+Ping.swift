import FireflyCore

extension HTTPClient {
  /// An answer to a ping.
  struct Ping: Sendable {
    /// What the server can do.
    var answer: PingResponse
    /// Whom it was given to.
    var token: String?
    /// When it came.
    var time: ContinuousClock.Instant
  }

  /// How long an answer to a ping is taken as the current one: several parts of the program ask at the
  /// start.
  private static let freshness = Duration.seconds(2)

  /// Asks the server what it can do, at most once in two seconds.
  ///
  /// - Returns: its answer.
  func ping() async throws(APIError) -> PingResponse {
    try await pings.enter()
    defer { pings.leave() }
    let token = credentials.token
    if let last = lastPing.withLock(\.self), last.token == token,
      last.time.duration(to: .now) < Self.freshness
    {
      return last.answer
    }
    let answer = try await answer(.ping) { (answer: PingResponse) in answer }
    lastPing.withLock { $0 = Ping(answer: answer, token: token, time: .now) }
    listsDeleted.withLock { $0 = answer.extensions.contains(.deleted) }
    return answer
  }

  /// Whether the server creates nothing for a key that it has had; asks only if it was never asked.
  func keepsKeys() async throws(APIError) -> Bool {
    let known = lastPing.withLock { $0?.answer }
    let answer = if let known { known } else { try await ping() }
    return answer.extensions.contains(.idempotency)
  }

  /// Returns what the server can do beyond the contract.
  func extensions() async throws(APIError) -> Set<ServerExtension> { try await ping().extensions }
}
