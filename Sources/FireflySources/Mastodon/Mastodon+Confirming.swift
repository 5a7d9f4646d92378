import FireflyAPI
import FireflyCore
import Foundation

// Looking before something is sent again.
extension Mastodon {
  /// The sources of statuses that are asked for at most.
  private static let sources = 5
  /// Seconds by which clocks may differ: a status of this time before it was sent may be it, and the user decides.
  private static let clocks = 86_400.0

  /// A post that was sent without an answer.
  private struct Sent {
    let form: PostForm
    let draft: SourceDraft
    let shown: ShownWords
    /// The status that it answers.
    let answered: String?
    let since: Date
    /// The posts that were there before it was sent; nil if they are unknown.
    let earlier: Set<Post.ID>?
    /// How many sources may still be asked for.
    var left = Mastodon.sources
    /// The page of a status that may be it.
    var doubt: String?

    init(_ form: PostForm, answering answered: String?, _ delivery: Draft.Delivery) {
      (self.form, self.answered) = (form, answered)
      since = Date(timeIntervalSince1970: delivery.sentAt ?? 0)
      earlier = delivery.sentAfter.map(Set.init)
      draft = SourceDraft(form)
      shown = ShownWords(typed: draft.text)
    }
  }

  func created(
    _ form: PostForm, _ delivery: Draft.Delivery
  ) async throws(APIError) -> SourceNode? {
    let answered = try await answeredName(form.parentID)
    var sent = Sent(form, answering: answered, delivery)
    let own = try await ownStatuses().filter { mayBe($0, sent) }
    if let found = try await first(of: own, like: &sent) { return found }
    let known = Set(own.compactMap(\.id?.text))
    let others = try await otherStatuses(below: answered)
      .filter { mayBe($0, sent) && !known.contains($0.id?.text ?? "") }
    if let found = try await first(of: others, like: &sent) { return found }
    if let page = sent.doubt { throw .mayBeThere(on: web.name, page: page) }
    return nil
  }

  /// Others than Mastodon and its forks may not, or say so wrongly.
  func keepsKeys() async throws(APIError) -> Bool { try await instance().isMastodon }

  func posted(_ form: PostForm) async throws(APIError) -> [Post.ID] {
    let answered = try await answeredName(form.parentID)
    let statuses = try await ownStatuses() + otherStatuses(below: answered)
    return Set(statuses.compactMap { number($0.id?.text) }).sorted()
  }

  /// Loads the user's newest statuses.
  private func ownStatuses() async throws(APIError) -> [MastodonStatus] {
    try await own(
      in: statuses("accounts/\(try await ownID())/statuses?limit=20&exclude_reblogs=true"))
  }

  /// Loads those of the user's that a server may not list with the others: Takahē doesn't show private ones there.
  private func otherStatuses(
    below answered: String?
  ) async throws(APIError) -> [MastodonStatus] {
    var all = try await statuses("timelines/home?limit=40")
    if let answered, let below = try await descendants(of: answered) { all += below }
    return try await own(in: all)
  }

  private func own(in statuses: [MastodonStatus]) async throws(APIError) -> [MastodonStatus] {
    let me = try await owner()
    return statuses.filter { $0.account.map { isSame($0, me) } == true && $0.boosted.isEmpty }
  }

  private func statuses(_ target: String) async throws(APIError) -> [MastodonStatus] {
    try await web.answer("/api/v1/\(target)", as: LossyList<MastodonStatus>.self).elements
  }

  /// Loads the statuses below one; nil if it is gone.
  private func descendants(of name: String) async throws(APIError) -> [MastodonStatus]? {
    do throws(APIError) {
      return try await context(of: name).descendants
    } catch .status(404, _) {
      return nil
    }
  }

  private func mayBe(_ status: MastodonStatus, _ sent: Sent) -> Bool {
    status.parent?.text == sent.answered
      && number(status.id?.text).map { sent.earlier?.contains($0) != true } ?? true
      && status.createdAt.map { $0 >= sent.since - Self.clocks } ?? true
      // Of those that were not there before, the server may have changed it.
      && (sent.earlier != nil || hasWarning(status, of: sent))
  }

  private func hasWarning(_ status: MastodonStatus, of sent: Sent) -> Bool {
    SourceDraft(text: "", warning: status.warning ?? "").warning == sent.draft.warning
  }

  /// Returns the first of statuses that has the words that were sent, as a post; keeps one of which that can't be
  /// known.
  private func first(
    of statuses: [MastodonStatus], like sent: inout Sent
  ) async throws(APIError) -> SourceNode? {
    for status in statuses {
      guard let name = status.id?.text else { continue }
      var isIt: Bool?
      if sent.left > 0 {
        sent.left -= 1
        isIt = try await typed(name).map { $0.text == sent.draft.text }
      }
      if isIt == nil {
        // The server has no words as they were typed, or was asked often enough.
        switch ShownWords(html: status.text ?? "").likeness(to: sent.shown) {
        case .same: isIt = true
        case .alike: sent.doubt = sent.doubt ?? status.page ?? status.address ?? ""
        case .different: break
        }
      }
      guard isIt == true else { continue }
      let isOlder = sent.earlier == nil && status.createdAt.map { $0 < sent.since } ?? false
      // It may have been there before, the clocks may differ, or the server has changed the warning.
      if isOlder || !hasWarning(status, of: sent) {
        sent.doubt = sent.doubt ?? status.page ?? status.address ?? ""
        continue
      }
      return try await checked(
        status, readers: sent.form.readers ?? status.readers, answered: sent.answered,
        hasPoll: sent.form.poll?.options.isEmpty == false)
    }
    return nil
  }

  /// Loads the words of a status as they were typed; nil if the server doesn't keep them.
  private func typed(_ name: String) async throws(APIError) -> SourceDraft? {
    try await typedSource(of: name).map { SourceDraft(text: $0.text, warning: $0.warning ?? "") }
  }

  /// Loads the source of a status; nil if the server doesn't keep it.
  func typedSource(of name: String) async throws(APIError) -> MastodonSource? {
    do throws(APIError) {
      return try await web.answer(
        "/api/v1/statuses/\(name.percentEncoded)/source", as: MastodonSource.self)
    } catch .status(404, _) {
      return nil
    }
  }

  func status(_ name: String) async throws(APIError) -> MastodonStatus {
    try await web.answer("/api/v1/statuses/\(name.percentEncoded)", as: MastodonStatus.self)
  }
}

/// The words of a status as they were typed.
struct MastodonSource: Decodable, Sendable {
  var text: String
  @Lenient var warning: String?
  /// The type of the text; nil where all are the same.
  @Lenient var type: String?

  enum CodingKeys: String, CodingKey {
    case text
    case type = "content_type"
    case warning = "spoiler_text"
  }
}
