import Foundation

/// The words of a post as a service shows them, compared with words as they were typed.
///
/// Marks, addresses and handles are shown otherwise than they are typed, so only the rest counts.
public struct ShownWords: Hashable, Sendable {
  /// How alike two texts are.
  public enum Likeness: Hashable, Sendable {
    case same
    /// Half of their words are the same.
    case alike
    case different
  }

  private let letters: String
  private let words: Set<Substring>
  private let whole: String

  /// Creates the words of a text as it was typed, or of Markdown.
  public init(typed text: String) {
    whole = String(text.split(whereSeparator: \.isWhitespace).joined(separator: " "))
    let rest = whole.split(separator: " ").filter { !$0.contains("@") && !$0.contains("://") }
      .joined(separator: " ").lowercased()
    words = Set(rest.split { !$0.isLetter && !$0.isNumber })
    letters = rest.filter { $0.isLetter || $0.isNumber }
  }

  /// Creates the words of HTML; what is far from its beginning is left out.
  public init(html: String) {
    var text = ""
    var rest = Substring(html.prefix(100_000))
    while let start = rest.firstIndex(of: "<"), let end = rest[start...].firstIndex(of: ">") {
      text += rest[..<start]
      // Parts of an address are `span`s, of a handle too: nothing stands between them.
      let name = rest[start...end].drop { $0 == "<" || $0 == "/" }.prefix { $0.isLetter }
      if ["p", "br", "div", "li", "pre", "blockquote"].contains(name.lowercased()) { text += " " }
      rest = rest[rest.index(after: end)...]
    }
    text += rest
    for (name, letter) in [
      ("&lt;", "<"), ("&gt;", ">"), ("&quot;", "\""), ("&#39;", "'"), ("&apos;", "'"),
      ("&nbsp;", " "), ("&amp;", "&"),
    ] { text = text.replacing(name, with: letter) }
    self.init(typed: text)
  }

  /// Returns how alike it is to another text.
  ///
  /// - Parameter other: the other text.
  /// - Returns: how alike.
  public func likeness(to other: ShownWords) -> Likeness {
    if whole == other.whole { return .same }
    // An address or a sign alone says nothing.
    if letters.isEmpty || other.letters.isEmpty {
      return letters.isEmpty && other.letters.isEmpty ? .alike : .different
    }
    if letters == other.letters { return .same }
    let common = words.intersection(other.words).count
    return common * 2 >= max(words.count, other.words.count) ? .alike : .different
  }
}
