import FireflyCore
import FireflyText
import Foundation

/// Texts of feeds: plain, as HTML, or either of them without a word about it.
enum FeedText {
  /// What a text is.
  enum Kind {
    case plain, html
    /// Plain, but its lines mean nothing, as in Atom without a type.
    case words
    /// Not said, as in RSS.
    case unknown
  }

  /// Returns a text as one line.
  static func line(_ text: String, _ kind: Kind) -> String {
    let isMarked = kind == .html || kind == .unknown && (text.contains("<") || text.contains("&"))
    let line = isMarked ? HTMLText(text, habits: .init(base: "")).opening : ""
    return ForeignText.cleanLine(line.isEmpty ? text : line, limit: 500)
  }

  /// Returns a text as Markdown.
  ///
  /// - Parameters:
  ///   - text: the text.
  ///   - kind: what it is.
  ///   - base: the address to which its links are relative.
  /// - Returns: the Markdown.
  static func markdown(_ text: String, _ kind: Kind, base: URL?) -> String {
    let isPlain =
      kind == .plain || kind == .words
      || kind == .unknown && !text.contains("<") && !text.contains("&")
    var habits = HTMLText.Habits(base: "")
    habits.page = base
    let html = isPlain ? paragraphs(text, keepsLines: kind == .plain) : text
    return HTMLText(html, habits: habits).markdown
  }

  private static func paragraphs(_ text: String, keepsLines: Bool) -> String {
    let html = escaped(text.trimmingCharacters(in: .whitespacesAndNewlines))
      .replacing("\n\n", with: "</p><p>")
    return "<p>" + (keepsLines ? html.replacing("\n", with: "<br>") : html) + "</p>"
  }

  /// Escapes the signs of HTML.
  static func escaped(_ text: String) -> String {
    guard text.utf8.contains(where: "&<>".utf8.contains) else { return text }
    return text.replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing(
      ">", with: "&gt;")
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
