import Foundation

/// The words of a post as a service shows them, compared with words as they were typed.
///
/// Marks are shown otherwise than they are typed, so only letters count; addresses and handles are compared apart.
public struct ShownWords: Hashable, Sendable {
  /// How alike two texts are.
  public enum Likeness: Hashable, Sendable {
    case same
    /// They may be one text: a service may have cut it, or changed some of it.
    case alike
    /// They have no word in common.
    case different
  }

  private let whole: String
  private let letters: String
  private let words: Set<Substring>
  private let addresses: Set<String>
  private let handles: Set<Substring>

  /// Creates the words of a text as it was typed, or of Markdown.
  public init(typed text: String) {
    let parts = text.split(whereSeparator: \.isWhitespace)
    whole = parts.joined(separator: " ")
    func isAddress(_ part: Substring) -> Bool { part.contains("://") }
    addresses = Set(parts.filter(isAddress).map { $0.filter { $0.isLetter || $0.isNumber } })
    let others = parts.filter { !isAddress($0) }
    // A service shows the name of a handle, often without its host.
    handles = Set(
      others.filter { $0.contains("@") }
        .flatMap { $0.lowercased().split { !$0.isLetter && !$0.isNumber && $0 != "_" }.prefix(1) })
    let rest = others.filter { !$0.contains("@") }.joined(separator: " ").lowercased()
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
    // Signs and addresses alone say too little.
    guard !letters.isEmpty, !other.letters.isEmpty else { return .alike }
    if letters == other.letters, addresses == other.addresses, handles == other.handles {
      return .same
    }
    return words.isDisjoint(with: other.words) ? .different : .alike
  }
}
