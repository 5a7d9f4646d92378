import FireflyCore
import FireflyForeign

/// Finds the part of a page that is its article, by the rules of readability: text has letters and commas,
/// what stands beside it has links and telling names.
///
/// Every paragraph counts for what contains it, less for what contains that. The element with most is the
/// article, with those of its neighbours that are like it; or the `article` or `main` around it, if that has
/// little else.
final class ArticleFinder: HTMLReader {
  /// Maximum elements of a page; the rest is left out.
  static let maximumElements = 100_000
  /// Bytes of text below which it is not an article.
  static let minimumLetters = 140
  /// Bytes of text below which the search is repeated among what has unlikely names.
  private static let sufficientLetters = 250
  /// Bytes of a paragraph that counts.
  private static let paragraphLetters = 25
  private static let maximumHeading = 300

  private(set) var elements: [PageElement] = []
  /// The title that the page names, for others or for its window.
  private(set) var title = ""
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
    case "meta" where attributes["property"] == "og:title":
      guard let text = attributes["content"], !hasGivenTitle else { break }
      (title, hasGivenTitle) = (ForeignText.cleanLine(text, limit: Self.maximumHeading), true)
    default: break
    }
  }

  func end(_ name: String) {
    guard let index = open.popLast() else { return }
    if blocks.last == index { blocks.removeLast() }
    switch name {
    case "a": links -= 1
    case "title": titles -= 1
    case "pre", "code": codes -= 1
    default: break
    }
  }

  func add(_ text: UnsafeRawBufferPointer) {
    if titles > 0, windowTitle.count < Self.maximumHeading { windowTitle += text.prefix(400) }
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

  /// Returns the elements that belong to the article; nil if the page has none.
  func article() -> ArticleSelection? {
    if !hasGivenTitle { title = titleOfWindow }
    let strict = selection(isStrict: true)
    if let strict, strict.letters >= Self.sufficientLetters { return strict }
    let loose = selection(isStrict: false)
    // A little more is what stands beside the article.
    let best = (loose?.letters ?? 0) > 2 * (strict?.letters ?? 0) ? loose : strict
    return best.flatMap { $0.letters >= Self.minimumLetters ? $0 : nil }
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

  private func selection(isStrict: Bool) -> ArticleSelection? {
    var isOut = elements.map { $0.kind == .dropped || isStrict && $0.isUnlikely }
    for (index, element) in elements.enumerated() where element.parent >= 0 {
      isOut[index] = isOut[index] || isOut[element.parent]
    }
    var counted = elements
    for index in counted.indices {
      counted[index].letters = isOut[index] ? 0 : counted[index].ownLetters
      counted[index].linkLetters = isOut[index] ? 0 : counted[index].ownLinkLetters
    }
    for index in counted.indices.reversed() where counted[index].parent >= 0 {
      counted[counted[index].parent].letters += counted[index].letters
      counted[counted[index].parent].linkLetters += counted[index].linkLetters
    }
    let scores = Self.scores(of: counted, isOut)
    guard
      let top = counted.indices.filter({ scores[$0] != nil })
        .max(by: { (scores[$0] ?? 0) < (scores[$1] ?? 0) }),
      (scores[top] ?? 0) > 0
    else { return nil }
    var article = ArticleSelection(elements: counted, isOut: isOut)
    let marked = Self.marked(around: top, counted)
    article.roots = marked.map { [$0] } ?? Self.siblings(of: top, counted, isOut, scores)
    article.clean(title: title)
    return article
  }

  /// Returns the scores of the elements that contain paragraphs; nil for others.
  private static func scores(of elements: [PageElement], _ isOut: [Bool]) -> [Double?] {
    var scores = [Double?](repeating: nil, count: elements.count)
    for (index, element) in elements.enumerated() where !isOut[index] {
      guard element.kind == .container || element.kind == .paragraph,
        element.ownLetters >= paragraphLetters, 2 * element.ownLinkLetters <= element.ownLetters
      else { continue }
      let isParagraph = element.kind == .paragraph
      // A container has the text of several paragraphs, with breaks between them.
      let length = Double(element.ownLetters) / 100
      let score = 1 + Double(element.ownCommas) + (isParagraph ? min(length, 3) : length)
      var (above, share) = (isParagraph ? element.parent : index, 1.0)
      for level in 1...5 where above >= 0 {
        let kind = elements[above].kind
        if kind == .container || kind == .list || kind == .paragraph {
          let initial = PageElement.initialScore(of: kind) + Double(elements[above].weight)
          scores[above] = (scores[above] ?? initial) + score * share
        }
        share = level == 1 ? 1 / 2 : 1 / Double(3 * level)
        above = elements[above].parent
      }
    }
    for index in scores.indices {
      guard let score = scores[index] else { continue }
      scores[index] = score * (1 - elements[index].linkDensity)
    }
    return scores
  }

  /// Returns the nearest element around the best one that is marked as the article and has little else.
  private static func marked(around top: Int, _ elements: [PageElement]) -> Int? {
    var index = top
    while index >= 0 {
      if elements[index].isMarked, elements[index].text <= 2 * elements[top].text {
        return index
      }
      index = elements[index].parent
    }
    return nil
  }

  /// Returns the best element with those beside it that have as good a text.
  private static func siblings(
    of top: Int, _ elements: [PageElement], _ isOut: [Bool], _ scores: [Double?]
  ) -> [Int] {
    let parent = elements[top].parent
    let enough = max(10, (scores[top] ?? 0) * 0.2)
    return elements.indices.filter { index in
      guard elements[index].parent == parent, !isOut[index] else { return false }
      if index == top { return true }
      if let score = scores[index], score >= enough { return true }
      let element = elements[index]
      return element.kind == .paragraph && element.letters > 80 && element.linkDensity < 0.25
        || element.kind == .heading && index < top
    }
  }
}

extension PageElement {
  /// Letters outside of links.
  var text: Int { letters - linkLetters }

  /// The share of its text in links, 0…1.
  var linkDensity: Double { letters == 0 ? 0 : Double(linkLetters) / Double(letters) }
}
