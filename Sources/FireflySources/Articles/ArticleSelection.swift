import FireflyForeign

/// The elements of a page that belong to its article.
struct ArticleSelection {
  let elements: [PageElement]
  /// Whether each element is left out.
  private(set) var isOut: [Bool]
  /// The elements that the article consists of, in order.
  var roots: [Int] = []

  init(elements: [PageElement], isOut: [Bool]) { (self.elements, self.isOut) = (elements, isOut) }

  /// Bytes of the article's text outside of links.
  var letters: Int { roots.reduce(0) { $0 + elements[$1].text } }

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
  mutating func clean(title: String) {
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
    // What is in something left out.
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

/// Writes the elements of an article as Markdown, in a second pass over the page.
final class ArticleWriter: HTMLReader {
  private let writer: MarkdownWriter
  private let isIn: [Bool]
  private var next = 0
  /// Whether each open element is written.
  private var open: [Bool] = []

  init(_ article: ArticleSelection, habits: HTMLText.Habits, hasFormulas: Bool) {
    writer = MarkdownWriter(habits: habits)
    writer.hasFormulas = hasFormulas
    isIn = article.isIn
  }

  var isFull: Bool { next > isIn.count || writer.isFull }

  func begin(_ name: String, _ attributes: HTMLAttributes) {
    let isWritten = next < isIn.count && isIn[next]
    next += 1
    open.append(isWritten)
    if isWritten { writer.begin(name, attributes) }
  }

  func end(_ name: String) {
    if open.popLast() == true { writer.end(name) }
  }

  func add(_ text: UnsafeRawBufferPointer) {
    if open.last == true { writer.add(text) }
  }

  func add(script: UnsafeRawBufferPointer) {
    if open.last == true { writer.add(script: script) }
  }

  /// Returns the Markdown.
  func finished() -> String {
    writer.finish()
    return writer.markdown
  }
}
