import FireflyCore
import FireflyForeign
import Foundation

extension SourceFile {
  /// Reads items with everything below them from Algolia's `/api/v1/items/ID`, the hits of its
  /// searches, or single items of the official `/v0/item/ID.json`.
  mutating func readHackerNews(_ documents: [Data]) throws {
    let habits = HTMLText.Habits(base: "https://news.ycombinator.com", quotesByAngle: true)
    let parts = try Self.decode(HackerNewsPart.self, documents)
    guard !parts.contains(where: \.isNameless) else {
      throw Problem(reason: "an item of Hacker News has no id")
    }
    let keys = Set(parts.flatMap(\.hits).compactMap { $0.id.map { "\($0)" } })
    for part in parts {
      for hit in part.hits { add(hit, among: keys, habits) }
      if let item = part.item {
        add(item, habits)
        // The official API names the replies only.
        missing += part.missing
      }
    }
  }

  private mutating func add(
    _ hit: HackerNewsHit, among keys: Set<String>, _ habits: HTMLText.Habits
  ) {
    guard let id = hit.id else { return }
    var node = SourceNode(hit, id: id)
    let above =
      node.parent == nil ? [] : [hit.parent, hit.story].compactMap(\.self).map { "\($0)" }
    let parent = above.first(where: keys.contains)
    if parent == nil, let title = node.rootTitle {
      // A comment without its story, whose title it gets.
      node.title = title
      node.describe(nil, points: hit.points)
    }
    add(node, habits, key: "\(id)", parent: parent ?? above.first)
  }

  private mutating func add(_ top: HackerNewsItem, _ habits: HTMLText.Habits) {
    let first = items.count
    var waiting: [(item: HackerNewsItem, above: Int?)] = [(top, nil)]
    while let (item, above) = waiting.popLast() {
      let node = SourceNode(item, id: item.id ?? 0, parent: nil)
      let index = add(node, habits, key: item.id.map { "\($0)" }, above: above)
      waiting += (item.options + item.children).reversed().map { ($0, index) }
    }
    guard !items[first].post.title.isEmpty, !items[first].isDeleted else { return }
    items[first].post.facts.replies = items.count - first - 1
    items[first].post.summary = items[first].post.facts.line
  }
}

/// A part of a file: an item, the hits of a search, or one of them.
private struct HackerNewsPart: Decodable {
  var item: HackerNewsItem?
  var hits: [HackerNewsHit] = []
  /// The number of replies that it names only.
  var missing = 0

  private enum CodingKeys: String, CodingKey {
    case hits, objectID, by, time, score, descendants, kids
  }

  var isNameless: Bool { item?.id == nil && (hits.isEmpty || hits.contains { $0.id == nil }) }

  init(from decoder: any Decoder) throws {
    let fields = try decoder.container(keyedBy: CodingKeys.self)
    if fields.contains(.hits) {
      hits = fields.decode(Lenient<[HackerNewsHit]>.self, forKey: .hits).wrappedValue
    } else if fields.contains(.objectID) {
      hits = [try HackerNewsHit(from: decoder)]
    } else {
      var item = try HackerNewsItem(from: decoder)
      func number(_ key: CodingKeys) -> Int? {
        fields.decode(Lenient<Int?>.self, forKey: key).wrappedValue
      }
      item.author = item.author ?? fields.decode(Lenient<String?>.self, forKey: .by).wrappedValue
      item.seconds = item.seconds ?? number(.time)
      item.points = item.points ?? number(.score)
      let kids = fields.decode(Lenient<[Int]>.self, forKey: .kids).wrappedValue
      missing = max(0, min(number(.descendants) ?? kids.count, 1_000_000))
      self.item = item
    }
  }
}
