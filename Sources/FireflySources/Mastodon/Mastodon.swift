import FireflyAPI
import FireflyCore
import FireflyForeign
import Foundation

/// The backend of instances with Mastodon's API; with an account's token it also writes.
struct Mastodon: SourceBackend {
  /// Statuses per list, the maximum of the API.
  static let page = 40

  let web: WebClient
  let numbers: SourceNumbers
  let host: String
  /// Where its pages are.
  let base: String
  /// The hashtag that is shown, as `tags/swift`, or the person, as `@ada`; nil for all.
  let place: String?
  var activity = UserActivity()
  var interval = Duration.seconds(60)
  let pages = LinkedPages()
  let memory = MastodonMemory()

  var habits: HTMLText.Habits { HTMLText.Habits(base: base) }

  func directory() async throws(APIError) -> [SourceUser] {
    users(
      try await web.answer(
        "/api/v1/directory?limit=\(Self.page)&order=active", as: LossyList<MastodonAccount>.self
      ).elements)
  }

  // MARK: Numbers

  /// The prefix of names for statuses whose IDs are too large.
  static let status = "status/"

  /// The prefix of names for statuses by the address of their page, for which the instance looks.
  static let pageName = "page/"

  func number(of name: String) async throws(APIError) -> Int? {
    guard name.hasPrefix(Self.pageName) else { return nil }
    let address = String(name.dropFirst(Self.pageName.count))
    if let found = try await found(address) { return found.id }
    throw .notOffered(
      "\(web.name) finds no post at \(ForeignText.cleanLine(address, limit: 200)).")
  }

  /// Returns the name of the status that a post answers; nil if there is none.
  func answeredName(_ parent: Int?) async throws(APIError) -> String? {
    guard let parent, parent > 0 else { return nil }
    guard let page = numbers.name(of: parent), page.hasPrefix(Self.pageName) else {
      return name(of: parent)
    }
    return try await number(of: page).flatMap(name(of:))
  }

  /// Returns the ID of a status, or a number for it if it is too large.
  func number(_ name: String?) -> Int? {
    guard let name, !name.isEmpty, name.utf8.count <= 100 else { return nil }
    if let number = Int(name), number > 0, number < SourceNumbers.first { return number }
    return numbers.number(of: Self.status + name)
  }

  func name(of number: Int) -> String? {
    guard number >= SourceNumbers.first else { return number > 0 ? "\(number)" : nil }
    guard let name = numbers.name(of: number), name.hasPrefix(Self.status) else { return nil }
    return String(name.dropFirst(Self.status.count))
  }

  /// Returns a status as a post; nil without an ID.
  ///
  /// A boost is the boosted status.
  ///
  /// - Parameter place: where it stands, for the filters of the account; nil where nothing is
  ///   filtered.
  func node(_ status: MastodonStatus, in place: MastodonPlace? = nil) -> SourceNode? {
    var shown = status.shown
    shown.quote?.filter(in: place)
    let quoted = shown.quote?.id?.safe
    shown.quote?.page = quoted.map { "\(habits.base)/statuses/\($0)" }
    guard let id = number(shown.id?.text) else { return nil }
    var node = SourceNode(shown, id: id)
    node.parent = number(shown.parent?.text)
    if let owner = memory.state.withLock(\.owner)?.account,
      shown.account.map({ isSame($0, owner) }) == true
    {
      node.facts.authorID = owner.id?.safe
    }
    fold(&node, as: shown)
    node.filter(by: shown.filtered + status.filtered, in: place)
    if !status.boosted.isEmpty {
      let name = status.account?.name ?? status.account?.handle?.line
      node.facts.service?.boostedBy = name.map { ForeignText.cleanLine($0, limit: 200) }
    }
    return node
  }
}
