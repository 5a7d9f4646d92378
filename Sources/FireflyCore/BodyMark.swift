/// A link, a picture or an address in a body, as it is found in Markdown.
public struct BodyMark {
  /// The kind of mark.
  public enum Kind: Sendable {
    /// `[words](address "title")`.
    case link
    /// `![words](address "title")`.
    case picture
    /// An address without words of its own: `<https://…>`, `https://…` or `<name@host>`.
    case address
    /// `[name]: address "title"`, the address of links such as `[words][name]`.
    case definition
  }

  /// What stands for a mark.
  public enum Change: Sendable {
    /// The same words at another address, in which no character has a meaning.
    case address(String)
    /// A text.
    case text(String)
  }

  /// Maximum bytes of an address with its title.
  static let longest = 1_200

  /// Its kind.
  public let kind: Kind
  /// Where it leads.
  public let address: String
  /// Its title; empty for none.
  public internal(set) var title = ""
  /// The bytes of its words.
  var words: ArraySlice<UInt8> = []

  /// Its words in Markdown; empty for an address that stands alone.
  public var label: String { String(decoding: words, as: UTF8.self) }

  /// Rewrites the marks of a body; those in code stay.
  ///
  /// Takes linear time for any text.
  /// - Parameters:
  ///   - body: Markdown.
  ///   - withAddresses: whether addresses that stand alone are marks, too.
  ///   - scheme: how addresses between angle brackets begin that are marks in any case; "" for none.
  ///   - change: returns what stands for a mark; nil to keep it.
  /// - Returns: the body.
  public static func rewriting(
    _ body: String, withAddresses: Bool = false, scheme: String = "",
    _ change: (BodyMark) -> Change?
  ) -> String {
    let mayHaveMarks =
      withAddresses || !scheme.isEmpty || body.hasBytes("](") || body.hasBytes("]:")
    guard mayHaveMarks else { return body }
    var scanner = MarkScanner(Array(body.utf8), findsAddresses: withAddresses, scheme: scheme)
    return String(decoding: scanner.rewritten(change), as: UTF8.self)
  }

  /// Returns the mark with words instead of none.
  func named(_ words: String) -> BodyMark {
    var mark = self
    if mark.words.isEmpty { mark.words = Array(words.utf8)[...] }
    return mark
  }

  /// Rewrites the addresses of links and pictures.
  ///
  /// - Parameters:
  ///   - body: Markdown.
  ///   - change: returns a new address, in which no character has a meaning; nil to keep it.
  /// - Returns: the body.
  public static func readdressing(_ body: String, _ change: (String) -> String?) -> String {
    rewriting(body) { change($0.address).map(Change.address) }
  }
}
