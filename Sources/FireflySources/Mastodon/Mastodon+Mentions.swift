import FireflyAPI

// Posts that mention the user: what they read as replies to them.
extension Mastodon {
  /// How mentions are asked for; older Pleromas have another name for the types.
  static let mentions = "notifications?types%5B%5D=mention&include_types%5B%5D=mention"
  /// Mentions of a look.
  private static let looked = 20

  var newsAreMentions: Bool { isSignedIn }

  func mentions(after last: SourceNode?, limit: Int) async throws(APIError) -> [SourceNode] {
    guard isSignedIn else { return [] }
    let found = try await nodes(of: "mentions", at: Self.mentions, after: last, limit)
    if last == nil { memory.state.withLock { $0.mentions = Set(found.map(\.id)) } }
    return found
  }

  func waitForNews() async -> [Int] {
    guard isSignedIn else {
      // A stream without events saves polling.
      try? await Task.sleep(for: .seconds(1 << 30))
      return []
    }
    while !Task.isCancelled {
      try? await Task.sleep(for: interval)
      let known = memory.state.withLock(\.mentions)
      guard activity.isRecent, !Task.isCancelled,
        let found = try? await mentions(after: nil, limit: Self.looked), let known
      else { continue }
      let new = found.map(\.id).filter { !known.contains($0) }
      if !new.isEmpty { return new }
    }
    return []
  }
}
