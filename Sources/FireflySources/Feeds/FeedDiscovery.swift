import FireflyAPI
import FireflyCore
import FireflyForeign
import Foundation

/// Finds the feeds that a page names: `<link rel="alternate">`.
enum FeedDiscovery {
  /// A feed that a page names.
  struct Found: Hashable, Sendable {
    var address: String
    var title: String

    var isOfComments: Bool {
      address.contains("comments/") || title.lowercased().contains("comment")
    }
  }

  private static let maximum = 50
  private static let types: Set<String> = [
    "application/rss+xml", "application/atom+xml", "application/rdf+xml", "application/feed+json",
    "application/json", "text/xml", "application/xml", "application/rss", "text/rss+xml",
  ]

  /// Returns the feeds of a page; those of comments come last.
  static func feeds(in page: PageClient.Page) -> [Found] {
    let reader = Reader()
    reader.read(Array(page.text.utf8))
    let own = URL(string: page.address)
    let base = reader.base.flatMap { URL(string: $0, relativeTo: own)?.absoluteURL } ?? own
    var seen: Set<String> = []
    let found = reader.links.compactMap { link in
      FeedText.address(link.address, base: base).map {
        Found(address: $0, title: ForeignText.cleanLine(link.title, limit: 200))
      }
    }.filter { seen.insert($0.address).inserted && $0.address != page.address }
    return found.filter { !$0.isOfComments } + found.filter(\.isOfComments)
  }

  /// Collects the links of a page.
  private final class Reader: HTMLReader {
    private(set) var links: [(address: String, title: String)] = []
    private(set) var base: String?

    var isFull: Bool { links.count >= FeedDiscovery.maximum }

    func begin(_ name: String, _ attributes: HTMLAttributes) {
      if name == "base", base == nil { base = attributes["href"] }
      guard name == "link" || name == "a", let address = attributes["href"],
        attributes["rel"]?.lowercased().split(separator: " ").contains("alternate") == true,
        let type = attributes["type"].map({ FeedFile.plainType($0) }),
        FeedDiscovery.types.contains(type)
      else { return }
      links.append((address, attributes["title"] ?? ""))
    }

    func end(_ name: String) {}
    func add(_ text: UnsafeRawBufferPointer) {}
  }
}
