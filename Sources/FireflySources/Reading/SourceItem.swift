import FireflyCore
import FireflyForeign
import Foundation

/// A post of a thread or of a file, with its names.
package struct SourceItem: Sendable {
  /// The post; its number is that of the source, if it has one.
  package var post: Post
  /// Its name, to which `parent` refers.
  package var key: String?
  /// The name of its parent.
  package var parent: String?
  /// The index of its parent, if they are nested.
  package var above: Int?
  /// Its name among all instances of the service; nil if that is `key`.
  package var address: String?
  /// The addresses of its page, first the one that is opened.
  package var pages: [String] = []
  /// Whether the source has deleted it.
  package var isDeleted: Bool

  /// Creates a post.
  package init(
    post: Post, key: String?, parent: String? = nil, above: Int? = nil, address: String? = nil,
    isDeleted: Bool = false
  ) {
    (self.post, self.key, self.parent, self.above) = (post, key, parent, above)
    (self.address, self.isDeleted) = (address, isDeleted)
  }
}

/// The posts of a file that a service has written, such as the JSON of a thread.
package struct SourceFile: Sendable {
  /// Why a file can't be used.
  package struct Problem: Error {
    /// The reason, for the end of a sentence.
    package var reason: String
  }

  /// The posts, in the file's order.
  package internal(set) var items: [SourceItem] = []
  /// The number of posts that the file names without their text.
  package internal(set) var missing = 0
  /// The number of posts that were moved below the top post, because their parent is missing.
  package internal(set) var unresolved = 0
  /// The number of posts that were there already.
  package internal(set) var copies = 0
  /// The number of posts that were left out because they are not public.
  package internal(set) var skipped = 0

  /// Reads a file, or several ones.
  ///
  /// - Parameters:
  ///   - documents: JSON: each a response of the service, or a list of them.
  ///   - kind: the service.
  ///   - isPrivate: whether to take posts that are not public, too.
  /// - Throws: `SourceFile.Problem`, `DecodingError`.
  package init(_ documents: [Data], of kind: SourceKind, withPrivate isPrivate: Bool) throws {
    guard let read = kind.files else {
      throw Problem(reason: "\(kind.name) writes no files of threads")
    }
    try read(&self, documents, isPrivate)
  }

  /// Decodes the elements of lists, or the only ones; those that can't be decoded are left out.
  static func decode<Element: Decodable>(
    _ type: Element.Type, _ documents: [Data]
  ) throws -> [Element] {
    var elements: [Element] = []
    for document in documents {
      elements += try JSONDecoder().decode(Lenient<[Element]>.self, from: document).wrappedValue
    }
    return elements
  }

  /// Adds a post.
  ///
  /// - Returns: its index.
  @discardableResult
  mutating func add(
    _ node: SourceNode, _ habits: HTMLText.Habits, key: String?, parent: String? = nil,
    above: Int? = nil, pages: [String] = []
  ) -> Int {
    var item = SourceItem(
      post: node.post(habits), key: key, parent: parent, above: above,
      address: node.key == key ? nil : node.key, isDeleted: node.isDeleted)
    item.pages = pages
    items.append(item)
    WorkProgress.step(items.count)
    return items.count - 1
  }

  /// Puts posts whose parents are not in the file below their top posts.
  ///
  /// - Parameter top: returns the name of the top post of an item; nil if unknown.
  mutating func keepTogether(_ top: (SourceItem) -> String?) {
    let keys = Set(items.compactMap(\.key))
    for index in items.indices {
      guard let parent = items[index].parent, !keys.contains(parent), let top = top(items[index]),
        keys.contains(top)
      else { continue }
      items[index].parent = top
      unresolved += 1
    }
  }
}
