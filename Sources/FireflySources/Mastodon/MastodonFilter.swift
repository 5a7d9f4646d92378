import FireflyCore
import FireflyForeign

/// Where statuses stand, in the words of an account's filters.
enum MastodonPlace: String {
  case home, notifications, `public`, thread, account

  /// The place of a list, by how it is asked for; nil for what the user has picked, where nothing is filtered.
  init?(target: String) {
    let places: [(String, MastodonPlace)] = [
      ("timelines/home", .home), ("timelines/list/", .home), ("timelines/", .public),
      ("trends/", .public), ("notifications", .notifications), ("accounts/", .account),
    ]
    guard let place = places.first(where: { target.hasPrefix($0.0) }) else { return nil }
    self = place.1
  }
}

/// A filter of the account that a status matches; the server looks for the words.
struct MastodonFilter: Decodable, Sendable {
  @Lenient var title: String?
  @Lenient var action: String?
  @Lenient var places: [String]

  enum CodingKeys: String, CodingKey {
    case title
    case action = "filter_action"
    case places = "context"
  }

  /// A match.
  struct Match: Decodable, Sendable { @Lenient var filter: MastodonFilter? }
}

extension MastodonStatus.Quote {
  /// Leaves out what the filters of the account hide in a place, and says so.
  mutating func filter(in place: MastodonPlace?) {
    guard let place, let quoted = status.first else { return }
    let filters = quoted.filtered.compactMap(\.filter)
      .filter { $0.places.contains(place.rawValue) && $0.action != "blur" }
    guard let first = filters.first else { return }
    remark =
      filters.contains { $0.action == "hide" }
      ? "a post that your filters hide"
      : "filtered: " + ForeignText.cleanLine(first.title ?? "", limit: 100)
  }
}

extension SourceNode {
  /// Applies the filters of the account in a place.
  mutating func filter(by matches: [MastodonFilter.Match], in place: MastodonPlace?) {
    guard let place else { return }
    let filters = matches.compactMap(\.filter).filter { $0.places.contains(place.rawValue) }
    isHidden = filters.contains { $0.action == "hide" }
    if filters.contains(where: { $0.action == "blur" }) {
      picture = nil
      facts.service?.hiddenPicture = nil
    }
    // What a later version does is a warning, too.
    guard let filter = filters.first(where: { $0.action != "blur" }) else { return }
    facts.service?.filter = ForeignText.cleanLine(filter.title ?? "", limit: 100)
  }

  /// Returns the posts of a thread without hidden ones; one with replies stays, as a line that says it is filtered.
  static func withoutHidden(_ nodes: [SourceNode], below top: Int) -> [SourceNode] {
    guard nodes.contains(where: \.isHidden) else { return nodes }
    let parents = Set(nodes.compactMap(\.parent))
    let gone = nodes.filter { $0.isHidden && $0.id != top && !parents.contains($0.id) }
    let missing = Dictionary(gone.compactMap { $0.parent.map { ($0, 1) } }, uniquingKeysWith: +)
    let ids = Set(gone.map(\.id))
    return nodes.filter { !ids.contains($0.id) }.map { node in
      var node = node
      node.childCount = node.childCount.map { max(0, $0 - (missing[node.id] ?? 0)) }
      return node
    }
  }
}
