import FireflyForeign

/// The elements of a page that belong to its article.
struct ArticleSelection {
  /// Bytes of text below which it is not an article.
  private static let minimumLetters = 140
  /// Bytes of text below which the search is repeated among what has unlikely names.
  private static let sufficientLetters = 250

  let elements: [PageElement]
  /// Whether each element is left out.
  private(set) var isOut: [Bool]
  /// The element with the best text.
  private let top: Int
  /// The elements that the article consists of, in order.
  private let roots: [Int]
  /// Whether it has less than half of the page's text.
  let isLesserPart: Bool

  /// Finds the article; nil if the page has none.
  init?(_ elements: [PageElement], title: String) {
    let strict = ArticleSelection(elements, title: title) { elements[$0].isUnlikely }
    var best = strict
    if (strict?.letters ?? 0) < Self.sufficientLetters,
      let loose = ArticleSelection(elements, title: title, without: { _ in false }),
      // A little more is what stands beside the article.
      loose.letters > 2 * (strict?.letters ?? 0)
    {
      // What surrounds the best text is no part beside it, whatever its name is; what is in there may be.
      let around = Set(loose.around)
      let spared = ArticleSelection(elements, title: title) {
        elements[$0].isUnlikely && !around.contains($0)
      }
      best = spared.flatMap { 2 * $0.letters > loose.letters ? $0 : nil } ?? loose
    }
    guard let best, best.letters >= Self.minimumLetters else { return nil }
    self = best
  }

  /// Finds the article in a page without some elements.
  private init?(_ page: [PageElement], title: String, without isLeftOut: (Int) -> Bool) {
    var isOut = page.indices.map { page[$0].kind == .dropped || isLeftOut($0) }
    Self.extend(&isOut, page)
    var elements = page
    for index in elements.indices {
      elements[index].letters = isOut[index] ? 0 : elements[index].ownLetters
      elements[index].linkLetters = isOut[index] ? 0 : elements[index].ownLinkLetters
      elements[index].prose = isOut[index] ? 0 : elements[index].ownProse
    }
    for index in elements.indices.reversed() where elements[index].parent >= 0 {
      elements[elements[index].parent].letters += elements[index].letters
      elements[elements[index].parent].linkLetters += elements[index].linkLetters
      elements[elements[index].parent].prose += elements[index].prose
    }
    let scores = ArticleScores(elements, isOut)
    guard let top = scores.top else { return nil }
    (self.elements, self.isOut, self.top, roots) = (elements, isOut, top, scores.roots(around: top))
    isLesserPart =
      2 * roots.reduce(0) { $0 + elements[$1].prose } < (elements.first?.prose ?? 0)
    clean(title: title)
  }

  /// The best element, and those around it.
  private var around: some Sequence<Int> {
    sequence(first: top) { elements[$0].parent >= 0 ? elements[$0].parent : nil }
  }

  /// Bytes of the article's text outside of links.
  private var letters: Int { roots.reduce(0) { $0 + elements[$1].text } }

  /// Whether each element is written.
  var isIn: [Bool] {
    let roots = Set(roots)
    var isIn = [Bool](repeating: false, count: elements.count)
    for (index, element) in elements.enumerated() where !isOut[index] {
      isIn[index] = roots.contains(index) || element.parent >= 0 && isIn[element.parent]
    }
    return isIn
  }

  /// Leaves out what is not text: blocks of links, and a heading that repeats the title.
  private mutating func clean(title: String) {
    let kept = Set(roots)
    let title = Self.plain(title)
    for (index, element) in elements.enumerated() {
      switch element.kind {
      case .container where !kept.contains(index):
        isOut[index] = isOut[index] || isMenu(index)
      case .heading:
        let words = Self.plain(element.words)
        let isTitle = !words.isEmpty && words == title
        if isTitle || element.isUnlikely { isOut[index] = true }
      case .dropped, .inline, .list, .paragraph, .container: break
      }
    }
    Self.extend(&isOut, elements)
  }

  /// Leaves out what is in something left out.
  private static func extend(_ isOut: inout [Bool], _ elements: [PageElement]) {
    for (index, element) in elements.enumerated() where element.parent >= 0 {
      isOut[index] = isOut[index] || isOut[element.parent]
    }
  }

  /// Whether an element is a block of links, without a sentence of its own.
  private func isMenu(_ index: Int) -> Bool {
    let element = elements[index]
    let hasSentence = element.text > 80 && element.ownCommas > 0
    return element.linkDensity > 0.5 && element.weight < 25 && element.text < 200 && !hasSentence
  }

  private static func plain(_ text: String) -> String {
    text.lowercased().split(whereSeparator: { !$0.isLetter && !$0.isNumber }).joined(separator: " ")
  }
}
