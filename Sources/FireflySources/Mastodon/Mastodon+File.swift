import FireflyForeign
import Foundation

extension SourceFile {
  /// Reads statuses: one, a list, or a context with `ancestors` and `descendants`.
  mutating func readMastodon(_ documents: [Data], withPrivate isPrivate: Bool) throws {
    var known: Set<String> = []
    for status in try Self.decode(MastodonPart.self, documents).flatMap(\.statuses) {
      // A boost is the boosted status.
      let status = status.shown
      let node = SourceNode(status, id: 0)
      if let key = node.key, !known.insert(key).inserted {
        // A status and its boost, or two contexts.
        copies += 1
      } else if isPrivate || ["public", "unlisted"].contains(status.visibility ?? "public") {
        add(
          node, HTMLText.Habits(base: ""), key: status.id?.text, parent: status.parent?.text)
      } else {
        skipped += 1
      }
    }
  }
}

/// A part of a file: a status, or those around one.
private struct MastodonPart: Decodable {
  var statuses: [MastodonStatus]

  private enum CodingKeys: CodingKey { case ancestors, status, content, descendants }

  init(from decoder: any Decoder) throws {
    let fields = try decoder.container(keyedBy: CodingKeys.self)
    func list(_ key: CodingKeys) -> [MastodonStatus] {
      fields.decode(Lenient<[MastodonStatus]>.self, forKey: key).wrappedValue
    }
    let own = fields.contains(.content) ? [try MastodonStatus(from: decoder)] : []
    statuses = list(.ancestors) + list(.status) + own + list(.descendants)
  }
}
