import FireflyAPI
import Synchronization

/// Lists of a service whose answers name their next page: remembers how a list goes on after a post.
final class LinkedPages: Sendable {
  /// Pages that are asked for at most until there are enough posts.
  private static let maximum = 20

  /// A page of a list.
  struct Page {
    var nodes: [SourceNode]
    /// The part of a query that asks for the next page, such as `max_id=7`; nil for the last one.
    var next: String?
  }

  private struct Key: Hashable {
    let list: String
    let last: Int
  }

  /// A page that was not asked for yet.
  private struct Place {
    var walk: Walk
    var number = 0
    /// The list, for requests.
    var target: String
    var cursor: String?
  }

  /// A way through a list, from its beginning on.
  private final class Walk: Sendable {
    /// The numbers of the pages on which posts came first.
    private let first = Mutex<[Int: Int]>([:])

    /// Returns the posts that were on no page before.
    func new(_ nodes: [SourceNode], on number: Int) -> [SourceNode] {
      first.withLock { first in
        nodes.filter { node in
          let page = first[node.id] ?? number
          first[node.id] = page
          return page == number
        }
      }
    }
  }

  private let places = Mutex<[Key: Place]>([:])

  /// Loads pages of a list until there are enough posts; each post comes once, however often it was boosted.
  ///
  /// - Parameters:
  ///   - list: its name.
  ///   - target: how it is asked for from its beginning.
  ///   - last: the post after which it goes on; nil for its beginning.
  ///   - limit: how many posts are enough.
  ///   - load: loads a page of so many posts.
  /// - Returns: the posts; none if the list is over, or the place of the last post unknown.
  func nodes(
    of list: String, at target: String, after last: SourceNode?, limit: Int,
    _ load: (_ target: String, _ cursor: String?, _ count: Int) async throws(APIError) -> Page
  ) async throws(APIError) -> [SourceNode] {
    var place = Place(walk: Walk(), target: target)
    if let last {
      guard let known = places.withLock({ $0[Key(list: list, last: last.id)] }) else { return [] }
      place = known
    }
    var isOver = false
    let nodes = try await [SourceNode](enough: limit, atMost: Self.maximum) {
      missing async throws(APIError) in
      if isOver { return nil }
      let page = try await load(place.target, place.cursor, missing)
      let new = place.walk.new(page.nodes, on: place.number)
      isOver = page.next == nil || page.next == place.cursor
      if !isOver { (place.cursor, place.number) = (page.next, place.number + 1) }
      return new
    }
    if !isOver, let last = nodes.last {
      places.withLock { places in
        if places.count > 50_000 { places = [:] }
        places[Key(list: list, last: last.id)] = place
      }
    }
    return nodes
  }
}
