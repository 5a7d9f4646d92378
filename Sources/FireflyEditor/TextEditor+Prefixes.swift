/// The prefix of a list item or quote that came by itself.
struct AutomaticPrefix: Hashable, Sendable {
  let paragraph: Int
  /// Its length in bytes, all of them ASCII.
  let length: Int
}

// A user who types or pastes the prefix of a list item, after one that came by itself, wants one.
extension TextEditor {
  /// Removes the prefix that came by itself, if another one was typed after it.
  mutating func replaceAutomaticPrefix() {
    guard let range = automaticRange,
      case let typed = content.text(in: range.upperBound..<caret.position),
      let prefix = ItemPrefix(typed), prefix.length == typed.utf8.count
    else { return }
    automaticPrefix = nil
    change(range.lowerBound..<caret.position, with: typed)
  }

  /// The range that a pasted text replaces: the selection, the prefix that came by itself if the text
  /// begins with one, or nothing at the caret.
  func slot(for text: String) -> Range<TextPosition> {
    guard let range = automaticRange, range.upperBound == caret.position,
      let line = text.split(separator: "\n", maxSplits: 1).first, ItemPrefix(String(line)) != nil
    else { return slot }
    return range
  }

  /// The prefix that came by itself, if the caret is behind it in its paragraph.
  private var automaticRange: Range<TextPosition>? {
    guard let automaticPrefix, caret.selection == nil,
      caret.position.paragraph == automaticPrefix.paragraph,
      caret.position.offset >= automaticPrefix.length
    else { return nil }
    let start = TextPosition(paragraph: automaticPrefix.paragraph, offset: 0)
    let end = TextPosition(paragraph: automaticPrefix.paragraph, offset: automaticPrefix.length)
    guard ItemPrefix(content.text(in: start..<end))?.length == automaticPrefix.length else {
      return nil
    }
    return start..<end
  }
}

// A new item of a numbered list has the number of the item that follows, which moves on.
extension TextEditor {
  /// Returns the items after a new one, with their new numbers.
  ///
  /// - Parameters:
  ///   - item: the prefix of the item before the new one.
  ///   - start: where the text of the new item begins, in the paragraph of that item.
  /// - Returns: the range from there to the last number that changes, and its new text; an empty range
  ///   if none changes.
  func renumbered(
    after item: ItemPrefix, from start: TextPosition
  ) -> (range: Range<TextPosition>, text: String) {
    guard var expected = item.nextNumber, item.number != expected else {
      return (start..<start, "")
    }
    var (end, text) = (start, "")
    for index in (start.paragraph + 1)..<max(content.paragraphs.count, start.paragraph + 1) {
      let line = content.paragraphs[index].text
      // What is further in, and blank lines, belong to the item before.
      if item.isInside(line) { continue }
      guard let next = ItemPrefix(line), next.isSibling(of: item), next.number == expected,
        let digits = next.digits, let number = next.nextNumber
      else { break }
      text += content.text(in: end..<TextPosition(paragraph: index, offset: digits.lowerBound))
      text += String(number)
      end = TextPosition(paragraph: index, offset: digits.upperBound)
      expected = number
    }
    return (start..<end, text)
  }
}
