@testable import FireflyEditor

/// A text and a caret, as simple as can be: what `TextEditor` must agree with.
struct SimpleText {
  var text = ""
  /// Bytes before the caret.
  var caret = 0

  private var index: String.Index { text.utf8.index(text.startIndex, offsetBy: caret) }

  mutating func insert(_ new: String) {
    text.insert(contentsOf: new, at: index)
    caret += new.utf8.count
    roundUp()
  }

  mutating func eraseLeft() {
    guard caret > 0 else { return }
    var before = text.index(before: index)
    // Signs of Brahmic scripts go one by one, and points of Hebrew and Arabic.
    let signs = text[before].unicodeScalars
    if signs.first?.isBrahmic == true || signs.last?.isPoint == true {
      before = text.unicodeScalars.index(before: index)
    }
    let length = text.utf8.distance(from: before, to: index)
    text.unicodeScalars.removeSubrange(before..<index)
    caret -= length
    roundUp()
  }

  mutating func eraseRight() {
    guard caret < text.utf8.count else { return }
    text.removeSubrange(index..<text.index(after: index))
    roundUp()
  }

  mutating func moveLeft() {
    guard caret > 0 else { return }
    caret = text.utf8.distance(from: text.startIndex, to: text.index(before: index))
  }

  mutating func moveRight() {
    guard caret < text.utf8.count else { return }
    caret = text.utf8.distance(from: text.startIndex, to: text.index(after: index))
  }

  /// Leaves the cluster that the caret is in, counted from the beginning of the text.
  private mutating func roundUp() {
    var place = 0
    for character in text {
      if place >= caret { break }
      place += character.utf8.count
    }
    caret = place
  }
}
