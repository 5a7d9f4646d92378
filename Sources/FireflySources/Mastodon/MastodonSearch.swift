import FireflyAPI
import FireflyCore
import FireflyForeign
import Foundation

/// What a search has found.
struct MastodonFound: Decodable, Sendable {
  @Lenient var statuses: [MastodonStatus]
  @Lenient var accounts: [MastodonAccount]
  @Lenient var hashtags: [MastodonTag]
}

extension MastodonFound {
  /// Creates what a search for people has found.
  fileprivate init(accounts: [MastodonAccount]) {
    self.init(statuses: [], accounts: accounts, hashtags: [])
  }
}

// Searches: posts, people and hashtags in one list.
extension Mastodon {
  func find(_ words: String) async throws(APIError) -> [SourceFind] {
    guard isSignedIn else { return try await search(words).map(SourceFind.post) }
    let found = try await everything(words)
    var nodes = found.statuses.compactMap { node($0) }
    // Without full-text search, an instance finds no posts by their words.
    if nodes.isEmpty, !Self.isElsewhere(words), words.first != "@" {
      nodes = try await search(words)
    }
    let posts = nodes.map(SourceFind.post)
    let people = users(found.accounts).map(SourceFind.person)
    let tags = found.hashtags.prefix(Self.page).filter { !$0.name.isEmpty }
      .map { SourceFind.list($0.list("posts with this hashtag")) }
    return switch words.first {
    case "@": people + posts + tags
    case "#": tags + posts + people
    default: posts + people + tags
    }
  }

  /// Searches for posts, people and hashtags; for people alone where the instance has no search for all.
  private func everything(_ words: String) async throws(APIError) -> MastodonFound {
    do throws(APIError) {
      return try await found(words, type: nil)
    } catch  where error.isUnknownCall {
      let people = try? await web.answer(
        "/api/v1/accounts/search?q=\(words.percentEncoded)&limit=\(Self.page)"
          + (Self.isElsewhere(words) ? "&resolve=true" : ""),
        as: LossyList<MastodonAccount>.self)
      return MastodonFound(accounts: people?.elements ?? [])
    }
  }

  /// Searches for posts with hashtags: all that an instance finds without an account or full-text search.
  func search(_ words: String) async throws(APIError) -> [SourceNode] {
    let tags = words.split(separator: " ").map { $0.drop { $0 == "#" } }.filter { !$0.isEmpty }
    guard let first = tags.first else { return [] }
    let others = tags.dropFirst().prefix(4).map { "&all%5B%5D=\(String($0).percentEncoded)" }
    return try await page(
      MastodonTag.prefix + "\(String(first).percentEncoded)?limit=\(Self.page)\(others.joined())"
    ).nodes
  }

  /// Finds the post of an address elsewhere; nil if there is none.
  func found(_ address: String) async throws(APIError) -> SourceNode? {
    try await found(address, type: "statuses").statuses
      .first { $0.isAt(address) }.flatMap { node($0) }
  }

  func list(named name: String) -> SourceList? {
    guard name.hasPrefix(MastodonTag.prefix) else { return nil }
    let tag = name.dropFirst(MastodonTag.prefix.count)
    return String(tag).removingPercentEncoding.map {
      MastodonTag(name: $0).list("posts with this hashtag")
    }
  }

  /// Searches; what stands on another instance is looked up there.
  private func found(_ words: String, type: String?) async throws(APIError) -> MastodonFound {
    await knowOwner()
    let query = [
      "q=\(words.percentEncoded)", type.map { "type=\($0)" }, "limit=\(Self.page)",
      Self.isElsewhere(words) ? "resolve=true" : nil,
    ].compactMap(\.self)
    return try await web.answer(
      "/api/v2/search?\(query.joined(separator: "&"))", as: MastodonFound.self)
  }

  /// Whether words are the address of a page, or the handle of a person with its instance.
  private static func isElsewhere(_ words: String) -> Bool {
    guard !words.contains(" ") else { return false }
    return words.contains("://") || words.drop { $0 == "@" }.contains("@")
  }
}

extension MastodonStatus {
  /// Returns whether an address is that of the status: its host and the end of its path say so, because an instance has
  /// several forms of addresses.
  fileprivate func isAt(_ address: String) -> Bool {
    func place(_ address: String) -> [String]? {
      let parts = URLComponents(string: address)
      let name = parts?.path.split(separator: "/").last.map(String.init)
      return parts?.host.flatMap { host in name.map { [host.lowercased(), $0] } }
    }
    let wanted = place(address)
    return wanted != nil && [self.address, page].contains { $0.flatMap(place) == wanted }
  }
}
