import FireflyCore
import Foundation

/// The outlines of a file in OPML, as any program has written it.
package final class OPMLFile: FeedMarkupReader {
  /// An outline.
  package struct Outline {
    /// The index of the outline that it is in; nil for none.
    package let parent: Int?
    private let values: [String: String]

    fileprivate init(_ parent: Int?, _ attributes: [String: String]) {
      self.parent = parent
      values = Dictionary(attributes.map { ($0.lowercased(), $1) }) { first, _ in first }
    }

    /// The value of an attribute, whose name is in lower case; nil if it is missing.
    package subscript(name: String) -> String? { values[name] }
  }

  /// Maximum bytes of the title.
  private static let maximumTitle = 4_096

  private let maximum: Int
  /// Whether it is OPML.
  package private(set) var isOutline = false
  /// The title of the whole; empty for none.
  package private(set) var title = ""
  /// The outlines, each after the one that it is in.
  package private(set) var outlines: [Outline] = []
  /// The names of the open elements, with the indices of the outlines that they are in.
  private var open: [(name: String, index: Int?)] = []

  /// Reads a file.
  ///
  /// - Parameter maximum: how many outlines are read.
  package init(_ data: Data, maximum: Int) {
    self.maximum = maximum
    let text = Charset.decode(Array(data), Charset.named(in: data, after: "encoding="))
    var markup = FeedMarkup(text, depth: HTMLText.maximumDepth)
    markup.read(self)
    title = ForeignText.cleanLine(title)
  }

  package var isFull: Bool { outlines.count >= maximum }

  package func begin(_ name: String, _ attributes: [String: String]) {
    let name = name.lowercased()
    if name == "opml" { isOutline = true }
    let parent = open.last?.index
    open.append((name, name == "outline" ? outlines.count : parent))
    if name == "outline" { outlines.append(Outline(parent, attributes)) }
  }

  package func end() { _ = open.popLast() }

  package func add(_ text: String) {
    if open.last?.name == "title", title.utf8.count < Self.maximumTitle { title += text }
  }
}
