import Foundation

// Who has written a mail.
extension MailHeader {
  /// Maximum bytes of a field with names of people.
  private static let maximumNames = 4 << 10

  /// The name and the address of an author.
  var author: (name: String?, email: String?) {
    guard let bytes = fields["from"]?.prefix(Self.maximumNames) else { return (nil, nil) }
    let text = Self.decodeWords(bytes, charset)
    let brackets = Self.bracketed(text, withSpaces: true)
    if let (start, inner) = brackets.first(where: { $0.text.contains("@") }) {
      let (email, comment) = Self.withoutComments(inner)
      // In quotes and in encoded words, brackets are a part of the name.
      let before = String(text[..<start])
      let hasWords = zip(bytes, bytes.dropFirst()).contains {
        $0 == UInt8(ascii: "=") && $1 == UInt8(ascii: "?")
      }
      let isName = before.contains("\"") || hasWords
      let name = (isName ? before : Self.withoutComments(before).text)
        .trimmingCharacters(in: CharacterSet(charactersIn: " \t\""))
      let named = inner.hasSuffix(")") ? comment : nil
      return (name.isEmpty ? named : name, email.filter { !$0.isWhitespace })
    }
    // The old form: ada@example.org (Ada)
    let (rest, comment) = Self.withoutComments(text)
    let email = rest.split { $0.isWhitespace || $0 == "," }.first { $0.contains("@") }
    return (comment ?? (email == nil ? text : nil), email.map(String.init))
  }

  /// Returns a text without its comments in round brackets, and the first of them that has words and is not within an
  /// address.
  private static func withoutComments(_ text: String) -> (text: String, comment: String?) {
    var (rest, comments, depth): (String, [String], Int) = ("", [], 0)
    // Whether what is before the last comment goes on behind it.
    var isWithin = false
    var isEscaped = false
    for character in text {
      if depth > 0, !isEscaped, character == "\\" {
        isEscaped = true
        continue
      }
      defer { isEscaped = false }
      switch character {
      case _ where isEscaped: comments[comments.count - 1].append(character)
      case "(" where depth == 0:
        depth = 1
        comments.append("")
        isWithin = rest.last?.isWhitespace == false
      case ")" where depth == 1: depth = 0
      case _ where depth > 0:
        depth += character == "(" ? 1 : character == ")" ? -1 : 0
        comments[comments.count - 1].append(character)
      default:
        if isWithin, !character.isWhitespace, character != "," { comments.removeLast() }
        isWithin = false
        rest.append(character)
      }
    }
    return (rest, comments.first { !$0.allSatisfy(\.isWhitespace) })
  }
}
