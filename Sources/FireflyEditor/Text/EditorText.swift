/// Validates input of the editor.
enum EditorText {
  /// Returns the text with `\n` for all line breaks, and without control characters except tabs.
  ///
  /// - Parameter breaks: whether to keep line breaks and tabs; otherwise each run of them becomes a
  ///   space.
  /// - Returns: the valid text.
  static func sanitized(_ text: String, breaks: Bool) -> String {
    var text = text
    let isPlain = text.withUTF8 { bytes in
      bytes.allSatisfy {
        $0 &- 0x20 < 0x5F || breaks && ($0 == 0x09 || $0 == 0x0A)
          || $0 >= 0x80 && $0 != 0xC2 && $0 != 0xE2
      }
    }
    if isPlain { return text }
    var kept = String.UnicodeScalarView()
    var before: Unicode.Scalar = " "
    for scalar in text.unicodeScalars {
      switch scalar.value {
      case 0x0A where before == "\r": break
      case 0x0A...0x0D, 0x85, 0x2028, 0x2029:
        if breaks {
          kept.append("\n")
        } else if let last = kept.last, last != " " {
          kept.append(" ")
        }
      case 0x09 where !breaks:
        if kept.last != " " { kept.append(" ") }
      case 0x09, 0x20..<0x7F, 0xA0...: kept.append(scalar)
      default: break
      }
      before = scalar
    }
    return String(kept)
  }

  /// Returns the first line that isn't blank, and the rest; nil if all lines are blank.
  static func firstLine(of text: String) -> (String, rest: String?) {
    let text = text.drop { $0 == "\n" }
    guard let end = text.firstIndex(of: "\n") else { return (String(text), nil) }
    let rest = text[text.index(after: end)...]
    return (String(text[..<end]), rest.contains { $0 != "\n" } ? String(rest) : nil)
  }
}
