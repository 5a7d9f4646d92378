/// A position between two characters of a text.
package struct TextPosition: Hashable, Comparable, Sendable {
  /// The index of the paragraph, from 0.
  package var paragraph: Int
  /// Byte offset in the paragraph, in UTF-8.
  package var offset: Int

  /// Creates a position.
  package init(paragraph: Int, offset: Int) {
    self.paragraph = paragraph
    self.offset = offset
  }

  /// The beginning of a text.
  package static let start = TextPosition(paragraph: 0, offset: 0)

  /// Compares positions by their order in the text.
  package static func < (one: TextPosition, other: TextPosition) -> Bool {
    (one.paragraph, one.offset) < (other.paragraph, other.offset)
  }

  /// Returns the position after a text that begins here.
  func advanced(over text: String) -> TextPosition {
    var end = self
    for byte in text.utf8 {
      if byte == 0x0A {
        end.paragraph += 1
        end.offset = 0
      } else {
        end.offset += 1
      }
    }
    return end
  }
}
