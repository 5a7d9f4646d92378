import FireflyCore
import FireflyForeign
import FireflyText
import Foundation

/// Collects the parts of a feed in RSS or Atom.
final class FeedXML: FeedMarkupReader {
  /// An open element.
  struct Element {
    /// In lower case, with the usual prefix of its namespace unless that is of RSS or Atom.
    var name: String
    var attributes: [String: String]
    /// Its text; with the markup in it if that is HTML.
    var text = ""
    /// What is said of it, if it is a file.
    var description: String?
    /// Whether its elements are markup of its text.
    var isField = false
    /// Whether it is markup in a text.
    var isMarkup = false
    /// Whether it is one of Atom, whose texts are plain unless they say otherwise.
    var isAtom = false
    /// Whether its end has been handled.
    var isOver = false
    var base: URL?
    /// The usual prefixes of namespaces by those of the document, in lower case.
    var namespaces: [String: String]
    /// The place of the element around it that is neither markup nor over; nil for none.
    var outer: Int?
    /// Whether it is within the source of an entry, which is another feed.
    var isInSource = false
  }

  private(set) var document = FeedDocument()
  /// Whether the document is a feed.
  private(set) var isFeed = false
  private var open: [Element] = []
  /// The place of the innermost open element that is neither markup nor over; nil for none.
  private var current: Int?
  private var entry: Entry?
  private let base: URL?
  /// The author of all entries that name none.
  private var feedAuthors: [String] = []

  init(_ base: URL?) { self.base = base }

  /// An entry with what is decided at its end.
  struct Entry {
    var entry = FeedEntry()
    var authors: [String] = []
    /// Elements with texts by how much they are worth: only the best is converted.
    var texts: [Int: Element] = [:]
    /// Dates by how much they are worth.
    var dates: [Int: Date] = [:]
    /// Links by how much they are worth.
    var links: [Int: String] = [:]
    var files: [FeedFile] = []
    var pictures: [FeedPicture] = []
    /// The number of groups before.
    var groups = 0
    /// The elements that describe the pictures of a group, or, for nil, those in none: only what is shown is converted.
    var words: [Int?: Element] = [:]
    /// The length of its recording in seconds, if that is said beside it.
    var seconds: Int?
  }

  /// A longer document is cut.
  var isFull: Bool { document.entries.count >= FeedDocument.maximumEntries + 500 }

  func begin(_ name: String, _ attributes: [String: String]) {
    var element = element(name, attributes)
    let isEntry = Self.entries.contains(element.name)
    if isEntry { endEntry() }
    element.outer = current
    if let outer = current.map({ open[$0] }) {
      element.isInSource = outer.isInSource || outer.name == "source"
    }
    if !isEntry, let field = current, open[field].isField {
      element.isMarkup = true
      let local = element.name.split(separator: ":").last ?? ""
      open[field].text += "<\(local)"
      for (key, value) in attributes where !key.hasPrefix("xmlns") {
        open[field].text += " \(key)=\"\(MarkdownHTML.escape(value))\""
      }
      open[field].text += ">"
    } else {
      if open.isEmpty, !isFeed { isFeed = Self.roots.contains(element.name) }
      element.isField = !Self.containers.contains(element.name)
      if isEntry {
        entry = Entry()
        entry?.entry.key = attributes["rdf:about"] ?? ""
      }
      current = open.count
    }
    open.append(element)
  }

  func end() {
    guard let element = open.popLast(), !element.isOver else { return }
    guard !element.isMarkup else {
      guard let field = element.outer else { return }
      let local = element.name.split(separator: ":").last ?? ""
      return open[field].text += "</\(local)>"
    }
    current = element.outer
    finish(element)
  }

  func add(_ text: String) {
    guard let field = current, open.last?.isOver == false else { return }
    // In XHTML, text is no markup.
    open[field].text += open[field].isXHTML ? MarkdownHTML.escape(text) : text
  }

  /// Ends the entry whose end tag is missing, with all that is open in it.
  private func endEntry() {
    guard let start = open.firstIndex(where: { Self.entries.contains($0.name) && !$0.isOver })
    else { return }
    for index in (start..<open.count).reversed() where !open[index].isOver {
      let element = open[index]
      open[index].isOver = true
      if !element.isMarkup { finish(element) }
    }
    current = open[start].outer
  }

  /// Handles an element that has ended.
  private func finish(_ element: Element) {
    if Self.entries.contains(element.name) { return finishEntry() }
    guard !element.isInSource else { return }
    let element = element.decoded
    let outer = element.outer.map { open[$0].name }
    switch outer {
    case "media:content" where Self.descriptions.contains(element.name):
      guard let file = element.outer, let line = element.line.line else { return }
      let isPicture = open[file].isPicture
      if element.name == "media:description" || isPicture && open[file].description == nil {
        open[file].description = line
      }
      // That of a film may be all that the entry says.
      if !isPicture || element.name == "media:title" { entry?.read(element, isInGroup: false) }
    case "item", "entry", "media:group", "media:content":
      entry?.read(element, isInGroup: outer == "media:group")
    case "channel", "feed": readFeed(element)
    case "author" where element.name == "name":
      // Some have markup in it, such as a link.
      guard let name = FeedText.person(element.text) else { return }
      if entry != nil { entry?.authors.append(name) } else { feedAuthors.append(name) }
    case "image" where element.name == "url":
      let address = FeedText.address(element.text, base: element.base)
      if entry == nil {
        document.picture = document.picture ?? address
      } else {
        let known = entry?.entry.picture
        entry?.entry.picture = known ?? address
      }
    default: break
    }
  }

  private func readFeed(_ element: Element) {
    guard entry == nil else { return }
    switch element.name {
    case "title": document.title = element.line
    case "description", "subtitle", "tagline", "itunes:summary":
      if document.about.isEmpty { document.about = element.converted.markdown }
    case "link":
      let relation = element.attributes["rel"] ?? "alternate"
      guard relation == "alternate" else { return }
      let text = element.attributes["href"] ?? element.text
      document.site = document.site ?? FeedText.address(text, base: element.base)
    case "logo", "icon":
      document.picture = document.picture ?? FeedText.address(element.text, base: element.base)
    case "itunes:image":
      document.picture =
        document.picture ?? FeedText.address(element.attributes["href"], base: element.base)
    case "author", "dc:creator", "itunes:author":
      if feedAuthors.isEmpty, let name = FeedText.person(element.text) { feedAuthors = [name] }
    default: break
    }
  }

  private func finishEntry() {
    guard let entry = entry.take() else { return }
    var finished = entry.finished(orBy: feedAuthors)
    finished.complete()
    document.entries.append(finished)
  }

  private func element(_ name: String, _ attributes: [String: String]) -> Element {
    var namespaces = open.last?.namespaces ?? [:]
    // A name is looked up among them for each element.
    for (key, value) in attributes
    where key.hasPrefix("xmlns") && value.utf8.count <= 300 && namespaces.count < 64 {
      // A document may have a namespace of its own for everything.
      let prefix = key.dropFirst(6).lowercased()
      namespaces[prefix] = Self.prefix(of: value) ?? prefix
    }
    let above = open.last?.base ?? base
    let base = attributes["xml:base"].flatMap { FeedText.address($0, base: above) }
      .flatMap { URL(string: $0) }
    var element = Element(
      name: Self.name(name, namespaces), attributes: Self.own(attributes, of: name, namespaces),
      base: base ?? above, namespaces: namespaces)
    element.isAtom =
      open.first.map { $0.name == "feed" || $0.name == "entry" } == true
      && !element.name.contains(":")
    return element
  }
}
