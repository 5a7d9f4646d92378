import FireflyCore
import FireflyForeign

/// Finds the part of a page that is its article, by the rules of readability: text has letters and commas,
/// what stands beside it has links and telling names.
///
/// Every paragraph counts for what contains it, less for what contains that. The element with most is the
/// article, with those of its neighbours that are like it; or the `article` or `main` around it, if that has
/// little else; or what surrounds its parts, if these stand in several containers.
final class ArticleFinder: HTMLReader {
  /// Maximum elements of a page; the rest is left out.
  static let maximumElements = 100_000
  static let maximumHeading = 300

  private(set) var elements: [PageElement] = []
  /// The title that the page names, for others or for its window.
  private(set) var title = ""
  /// Who has written it.
  private(set) var authors = ArticleAuthors()
  /// The address to which relative ones are relative, if the page names one.
  private(set) var base: String?
  private var open: [Int] = []
  /// The open block, and the number of open links, headings and verbatim texts.
  private var blocks: [Int] = []
  private var (links, titles, codes) = (0, 0, 0)
  private var hasGivenTitle = false
  private var windowTitle: [UInt8] = []

  var isFull: Bool {
    elements.count >= Self.maximumElements || open.count >= HTMLText.maximumDepth
  }

  func begin(_ name: String, _ attributes: HTMLAttributes) {
    let element = PageElement(
      name, attributes, parent: open.last ?? -1, isInCode: codes > 0)
    open.append(elements.count)
    if element.kind != .inline { blocks.append(elements.count) }
    elements.append(element)
    switch name {
    case "a": links += 1
    case "title": titles += 1
    case "pre", "code": codes += 1
    case "base": base = base ?? attributes["href"]
    case "meta": addMeta(attributes)
    default: break
    }
    authors.begin(name, attributes, element: elements.count - 1, parent: element.parent)
  }

  func end(_ name: String) {
    guard let index = open.popLast() else { return }
    if blocks.last == index { blocks.removeLast() }
    authors.end(name, element: index)
    switch name {
    case "a": links -= 1
    case "title": titles -= 1
    case "pre", "code": codes -= 1
    default: break
    }
  }

  func add(_ text: UnsafeRawBufferPointer) {
    if titles > 0, windowTitle.count < Self.maximumHeading { windowTitle += text.prefix(400) }
    authors.add(text)
    guard let block = blocks.last else { return }
    var (letters, commas) = (0, 0)
    var before: UInt8 = 0x20
    for byte in text {
      if byte > 0x20 || before > 0x20 { letters += 1 }
      // Also ，、 and ، in UTF-8, whose last bytes follow these.
      switch (before, byte) {
      case (_, 0x2C), (0xBC, 0x8C), (0x80, 0x81), (0xD8, 0x8C): commas += 1
      default: break
      }
      before = byte
    }
    elements[block].ownLetters += letters
    elements[block].ownCommas += commas
    if links > 0 { elements[block].ownLinkLetters += letters }
    if elements[block].kind == .heading, elements[block].words.utf8.count < Self.maximumHeading {
      elements[block].words += String(decoding: text.prefix(400), as: UTF8.self)
    }
  }

  func add(script: UnsafeRawBufferPointer) { authors.add(script: script) }

  private func addMeta(_ attributes: HTMLAttributes) {
    guard let text = attributes["content"] else { return }
    let name = attributes["name"] ?? attributes["property"] ?? attributes["itemprop"]
    guard name?.lowercased() == "og:title", !hasGivenTitle else { return }
    (title, hasGivenTitle) = (ForeignText.cleanLine(text, limit: Self.maximumHeading), true)
  }

  /// Returns the elements that belong to the article; nil if the page has none.
  func article() -> ArticleSelection? {
    if !hasGivenTitle { title = titleOfWindow }
    return ArticleSelection(elements, title: title)
  }

  /// The window's title, without the name of the site if a heading has the rest.
  private var titleOfWindow: String {
    let title = ForeignText.cleanLine(
      String(decoding: windowTitle, as: UTF8.self), limit: Self.maximumHeading)
    let headings = elements.lazy.filter { $0.kind == .heading }.map {
      ForeignText.cleanLine($0.words, limit: Self.maximumHeading)
    }
    return headings.first { $0.count > 3 && (title.hasPrefix($0) || title.hasSuffix($0)) } ?? title
  }
}
