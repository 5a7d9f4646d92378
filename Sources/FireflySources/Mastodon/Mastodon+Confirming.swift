import FireflyAPI
import FireflyCore
import Foundation

// Looking before something is sent again.
extension Mastodon {
  /// The sources of statuses that are asked for at most.
  private static let sources = 5
  /// Seconds by which clocks may differ.
  private static let clocks = 60.0

  func created(_ form: PostForm, since: Date) async throws(APIError) -> SourceNode? {
    let draft = SourceDraft(form)
    let answered = form.parentID.flatMap { $0 > 0 ? name(of: $0) : nil }
    let me = try await ownID()
    let own = try await statuses(
      "accounts/\(me)/statuses?limit=20&exclude_reblogs=true", at: answered, by: me, since: since)
    var left = Self.sources
    if let found = try await first(of: own, like: draft, form, answered, &left) { return found }
    // Takahē doesn't show one's own private posts there.
    var others = try await statuses("timelines/home?limit=40", at: answered, by: me, since: since)
    if let answered, let below = try await descendants(of: answered) {
      others += below.filter { Self.mayBe($0, at: answered, by: me, since: since) }
    }
    let known = Set(own.compactMap(\.id?.text))
    return try await first(
      of: others.filter { !known.contains($0.id?.text ?? "") }, like: draft, form, answered, &left)
  }

  /// Loads the statuses of a list that may be one that was sent.
  private func statuses(
    _ target: String, at answered: String?, by author: String, since: Date
  ) async throws(APIError) -> [MastodonStatus] {
    try await web.answer("/api/v1/\(target)", as: LossyList<MastodonStatus>.self).elements
      .filter { Self.mayBe($0, at: answered, by: author, since: since) }
  }

  /// Loads the statuses below one; nil if it is gone.
  private func descendants(of name: String) async throws(APIError) -> [MastodonStatus]? {
    do throws(APIError) {
      return try await context(of: name).descendants
    } catch .status(404, _) {
      return nil
    }
  }

  private static func mayBe(
    _ status: MastodonStatus, at answered: String?, by author: String, since: Date
  ) -> Bool {
    status.account?.id?.text == author && status.boosted.isEmpty
      && status.parent?.text == answered
      && status.createdAt.map { $0 >= since - clocks } ?? true
  }

  /// Returns the first of statuses that has the words of a draft, as a post.
  private func first(
    of statuses: [MastodonStatus], like draft: SourceDraft, _ form: PostForm, _ answered: String?,
    _ left: inout Int
  ) async throws(APIError) -> SourceNode? {
    let like = statuses.filter {
      SourceDraft(text: "", warning: $0.warning ?? "").warning == draft.warning
    }
    for status in like where left > 0 {
      guard let name = status.id?.text else { continue }
      left -= 1
      let source: MastodonSource
      do throws(APIError) {
        source = try await self.source(of: name)
      } catch .status(404, _) {
        continue
      }
      guard SourceDraft(text: source.text, warning: source.warning ?? "") == draft else { continue }
      return try checked(status, readers: form.readers ?? status.readers, answered: answered)
    }
    return nil
  }

  func status(_ name: String) async throws(APIError) -> MastodonStatus {
    try await web.answer("/api/v1/statuses/\(name.percentEncoded)", as: MastodonStatus.self)
  }

  func source(of name: String) async throws(APIError) -> MastodonSource {
    try await web.answer(
      "/api/v1/statuses/\(name.percentEncoded)/source", as: MastodonSource.self)
  }
}

/// The words of a status as they were typed.
struct MastodonSource: Decodable, Sendable {
  var text: String
  @Lenient var warning: String?

  enum CodingKeys: String, CodingKey {
    case text
    case warning = "spoiler_text"
  }
}
