import FireflyCore
import FireflyForeign
import Foundation

/// Who has written an article, as far as its page says so: in its data for search engines, in its head, in elements
/// that are marked, or in those that are named for it.
struct ArticleAuthors {
  /// Maximum number of authors, and of letters of a name.
  private static let (maximumNames, maximumLength) = (10, 100)
  /// Maximum bytes of a page's data for search engines, and of values in it that are looked at.
  private static let (maximumData, maximumValues) = (200_000, 2_000)

  /// Where a name stands.
  private enum Place: Int, CaseIterable {
    /// As `author` of an article in JSON-LD.
    case data
    /// In `dc:creator` of the head.
    case creator
    /// In another element of the head.
    case head
    /// In an element with `rel` or `itemprop`.
    case mark
    /// In an element whose class or ID is that of authors.
    case name
  }

  /// An element that is open and has a name, and its text.
  private struct Open {
    let element: Int
    let parent: Int
    let place: Place
    var text: [UInt8] = []
  }

  private var found: [Place: [String]] = [:]
  private var open: Open?
  /// What the first element with a mark is in: others there are of further authors, elsewhere of other articles.
  private var markedParent: Int?
  /// The JSON-LD that is read; nil for other scripts.
  private var data: [UInt8]?
  /// Whether the page's heading has come.
  private var hasHeading = false

  /// The names, from the best place that has some.
  var names: [String] { Place.allCases.lazy.compactMap { found[$0] }.first ?? [] }

  /// The names as words: `Ada`, `Ada and Ben`, `Ada, Ben and Cy`; empty for none.
  var words: String {
    let names = names.map {
      $0.split(separator: " ").map { MarkdownWriter.escaped($0) }.joined(separator: " ")
    }
    guard let last = names.last, names.count > 1 else { return names.first ?? "" }
    return "\(names.dropLast().joined(separator: ", ")) and \(last)"
  }

  mutating func begin(
    _ name: String, _ attributes: HTMLAttributes, element: Int, parent: Int
  ) {
    switch name {
    case "script": data = attributes["type"]?.lowercased().contains("ld+json") == true ? [] : nil
    case "meta": addMeta(attributes)
    case "h1" where !hasHeading:
      // What stands above it are authors of other articles.
      (hasHeading, open, markedParent) = (true, nil, nil)
      (found[.mark], found[.name]) = (nil, nil)
    default:
      if open?.place == .mark, attributes["itemprop"] != "name" { return }
      guard let place = place(of: attributes, parent) else { return }
      open = Open(
        element: element, parent: open?.place == .mark ? open?.parent ?? parent : parent,
        place: place)
    }
  }

  mutating func end(_ name: String, element: Int) {
    if name == "script", let bytes = data {
      data = nil
      addData(bytes)
    }
    guard let open, open.element == element else { return }
    self.open = nil
    let text = String(decoding: open.text, as: UTF8.self)
    guard add(open.place == .name ? Self.firstLine(text) : text, at: open.place) else { return }
    if open.place == .mark { markedParent = open.parent }
  }

  mutating func add(_ text: UnsafeRawBufferPointer) {
    if let count = open?.text.count, count < 4 * Self.maximumLength {
      open?.text += text.prefix(400)
    }
  }

  mutating func add(script: UnsafeRawBufferPointer) {
    guard let count = data?.count else { return }
    // What is cut is no JSON.
    if count <= Self.maximumData { data?.append(contentsOf: script) }
  }

  /// Returns where the name in an element stands; nil for other elements.
  private func place(of attributes: HTMLAttributes, _ parent: Int) -> Place? {
    if open?.place == .mark { return .mark }
    if [attributes["rel"], attributes["itemprop"]].contains(where: Self.isAuthor) {
      return markedParent == nil || markedParent == parent ? .mark : nil
    }
    guard found[.name] == nil else { return nil }
    let names = [attributes["class"], attributes["id"]].compactMap { $0?.prefix(300).lowercased() }
    let isNamed = names.contains { name in
      !name.contains("authori") && ["byline", "author", "writtenby"].contains(where: name.contains)
    }
    return isNamed ? .name : nil
  }

  private static func isAuthor(_ words: String?) -> Bool {
    words?.prefix(100).split(separator: " ").contains("author") == true
  }

  /// Returns the first line of a text that has some, without a leading `By`: dates and functions follow it.
  private static func firstLine(_ text: String) -> String {
    let words = withoutBy(text.trimmingCharacters(in: .whitespacesAndNewlines))
    let line = String(words.prefix { !$0.isNewline })
    // Not `3 min read`, and not a sentence.
    return line.contains(where: \.isNumber) || line.split(separator: " ").count > 6 ? "" : line
  }

  /// Returns a text without a leading `By`, `By:` or `Written by`.
  private static func withoutBy(_ text: String) -> String {
    for lead in ["by", "written by"] {
      let range = text.range(of: lead, options: [.anchored, .caseInsensitive])
      guard let rest = range.map({ text[$0.upperBound...] }) else { continue }
      let name = rest.drop { $0.isWhitespace || $0 == ":" }
      return name.startIndex == rest.startIndex ? text : String(name)
    }
    return text
  }

  private mutating func addMeta(_ attributes: HTMLAttributes) {
    guard let text = attributes["content"] else { return }
    let names = [attributes["name"], attributes["property"], attributes["itemprop"]]
      .compactMap { $0?.prefix(300).lowercased() }.flatMap {
        $0.split(separator: " ").map(String.init)
      }
    if names.contains(
      where: ["dc:creator", "dc.creator", "dcterm:creator", "dcterms.creator"].contains)
    {
      add(text, at: .creator)
    } else if names.contains(where: ["author", "article:author", "parsely-author"].contains) {
      add(text, at: .head)
    }
  }

  /// Adds a name; an address or a whole sentence is none.
  ///
  /// In the head, the first one counts.
  @discardableResult
  private mutating func add(_ text: String, at place: Place) -> Bool {
    let name = Self.withoutBy(ForeignText.cleanLine(text, limit: 3 * Self.maximumLength))
    guard name.first?.isLetter == true, name.lowercased() != "by",
      name.count <= Self.maximumLength, !name.contains("://")
    else { return false }
    let known = found[place] ?? []
    let isSeveral = place == .data || place == .mark
    if known.isEmpty || isSeveral && known.count < Self.maximumNames && !known.contains(name) {
      found[place] = known + [name]
    }
    return true
  }

  /// Adds the authors of the first article in some JSON-LD.
  private mutating func addData(_ bytes: [UInt8]) {
    guard found[.data] == nil, bytes.count <= Self.maximumData else { return }
    // As in XHTML: `<![CDATA[ … ]]>`.
    let text = String(decoding: bytes, as: UTF8.self).replacing("<![CDATA[", with: "")
      .replacing("]]>", with: "")
    guard let json = try? JSONSerialization.jsonObject(with: Data(text.utf8)) else { return }
    var (waiting, left) = ([json], Self.maximumValues)
    while let value = waiting.popLast(), left > 0 {
      left -= 1
      if let list = value as? [Any] { waiting += list.prefix(left).reversed() }
      guard let object = value as? [String: Any] else { continue }
      if let graph = object["@graph"] { waiting.append(graph) }
      let types = object["@type"].map { $0 as? [String] ?? [$0 as? String ?? ""] } ?? []
      guard types.contains(where: { $0.hasSuffix("Article") || $0.hasSuffix("Posting") }),
        let author = object["author"]
      else { continue }
      addNames(of: author)
      if found[.data] != nil { return }
    }
  }

  private mutating func addNames(of author: Any) {
    for author in author as? [Any] ?? [author] {
      let name = (author as? [String: Any])?["name"] ?? author
      for name in name as? [Any] ?? [name] {
        if let name = name as? String { add(name, at: .data) }
      }
    }
  }
}
