import FireflyForeign

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
