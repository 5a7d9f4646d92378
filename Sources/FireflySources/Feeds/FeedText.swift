import FireflyCore
import FireflyForeign
import FireflyText
import Foundation

/// Texts of feeds: plain, as HTML, or either of them without a word about it.
enum FeedText {
  /// What a text is.
  enum Kind {
    case plain, html
    /// Plain, but its lines mean nothing, as in Atom without a type.
    case words
    /// Plain, and its lines mean something, unless it is HTML: the descriptions of films.
    case lines
    /// Not said, as in RSS.
    case unknown
  }

  static func line(_ text: String, _ kind: Kind) -> String {
    let isMarked = !isPlain(text, kind)
    let line = isMarked ? HTMLText(text, habits: .init(base: "")).opening : ""
    return ForeignText.cleanLine(line.isEmpty ? WindowsLetters.decoded(text) : line, limit: 500)
  }

  /// Converts a text to Markdown.
  ///
  /// - Parameter base: the address to which its links are relative.
  static func converted(_ text: String, _ kind: Kind, base: URL?) -> HTMLText {
    var habits = HTMLText.Habits(base: "")
    habits.page = base
    let keepsLines = kind == .plain || kind == .lines
    let html = isPlain(text, kind) ? paragraphs(text, keepsLines: keepsLines) : text
    return HTMLText(html, habits: habits)
  }

  private static func isPlain(_ text: String, _ kind: Kind) -> Bool {
    switch kind {
    case .plain, .words: true
    case .html: false
    case .lines: !["</", "/>", "<br>", "<BR>", "<p>", "<P>"].contains(where: text.contains)
    case .unknown: !text.contains("<") && !text.contains("&")
    }
  }

  private static func paragraphs(_ text: String, keepsLines: Bool) -> String {
    let html = MarkdownHTML.escape(text.trimmingCharacters(in: .whitespacesAndNewlines))
      .replacing("\n\n", with: "</p><p>")
    return "<p>" + (keepsLines ? html.replacing("\n", with: "<br>") : html) + "</p>"
  }

  /// Returns a full http or https address; nil for others.
  static func address(_ text: String?, base: URL?) -> String? {
    guard let text = text?.trimmingCharacters(in: .whitespacesAndNewlines), !text.isEmpty,
      text.utf8.count <= WebAddress.maximumLength,
      let escaped = text.addingPercentEncoding(withAllowedCharacters: WebAddress.plain),
      let url = URL(string: escaped, relativeTo: base),
      let address = WebAddress.full(url.absoluteString),
      let scheme = WebAddress.scheme(of: address), scheme != "mailto"
    else { return nil }
    return scheme + address.dropFirst(scheme.count)
  }

  /// Returns the name of a person written as `ada@example.org (Ada)` or `Ada <ada@example.org>`.
  static func person(_ text: String) -> String? {
    var line = self.line(text, .unknown)
    if let start = line.firstIndex(of: "("), line.hasSuffix(")"), line[..<start].contains("@") {
      line = String(line[line.index(after: start)...].dropLast())
    } else if let raw = text.firstIndex(of: "<"), text.contains("@") {
      let name = ForeignText.cleanLine(String(text[..<raw]), limit: 200)
      if !name.isEmpty { line = name }
    }
    return line.line
  }
}
