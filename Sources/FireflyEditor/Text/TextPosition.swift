/// A place between two characters of a text.
public struct TextPosition: Hashable, Comparable, Sendable {
  /// The paragraph, from 0: what stands between two line breaks.
  public var paragraph: Int
  /// Bytes of UTF-8 before the place, from its paragraph's beginning.
  public var offset: Int

  /// A place in a paragraph.
  public init(paragraph: Int, offset: Int) {
    self.paragraph = paragraph
    self.offset = offset
  }

  /// The beginning of every text.
  public static let start = TextPosition(paragraph: 0, offset: 0)

  /// Whether one place comes before another.
  public static func < (one: TextPosition, other: TextPosition) -> Bool {
    (one.paragraph, one.offset) < (other.paragraph, other.offset)
  }

  /// The place behind a text that begins here.
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
