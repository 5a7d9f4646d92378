/// The symbols for Markdown's elements: bullets, bars, checkboxes.
package struct TextSymbols: Hashable, Sendable {
  /// Bullets by depth of the list, from the outermost; the last is used for deeper lists.
  package var bullets: [String]
  /// The bar at the left of quoted text.
  package var quoteBar: String
  /// Repeated for a thematic break, and for the rules of tables.
  package var rule: String
  /// The separator between columns of a table.
  package var columnBar: String
  /// The intersection of a table's rule and a column separator.
  package var crossing: String
  /// The checkbox of an open task.
  package var unticked: String
  /// The checkbox of a completed task.
  package var ticked: String
  /// The end of a line of code that continues in the next line.
  package var continuation: String
  /// Replaces text that was left out.
  package var ellipsis: String
  /// What stands before and after the description of a picture.
  package var picture: Picture
  /// What stands before the number of a link, before "]".
  package var linkStart = "["
  /// The words for arrows that have no sign of their own.
  package var arrows: [Character: String] = [:]

  /// Returns a text with these words; it stays as it is in code.
  func named(_ text: String) -> String {
    guard !arrows.isEmpty, text.contains(where: { arrows[$0] != nil }) else { return text }
    return text.map { arrows[$0] ?? String($0) }.joined()
  }

  /// The frame of a picture's description.
  package struct Picture: Hashable, Sendable {
    /// What stands before the description.
    package var start: String
    /// What stands after it.
    package var end: String
    /// What stands for a picture without a description.
    package var alone: String
  }

  /// The sign of a picture.
  package static let pictureSign = "▣"

  /// For terminals with UTF-8.
  package static let unicode = TextSymbols(
    bullets: ["•", "◦", "▪"], quoteBar: "▎", rule: "─", columnBar: "│", crossing: "┼",
    unticked: "☐", ticked: "☑", continuation: "↵", ellipsis: "…",
    picture: Picture(start: "\(pictureSign) ", end: "", alone: "\(pictureSign) picture"))

  /// For screen readers, which speak the name of every symbol.
  package static let spoken: TextSymbols = {
    var symbols = unicode
    symbols.picture = ascii.picture
    symbols.linkStart = " [link "
    symbols.bullets = ["item:"]
    (symbols.rule, symbols.columnBar, symbols.crossing) = (" ", ";", " ")
    (symbols.unticked, symbols.ticked) = ("open:", "done:")
    return symbols
  }()

  /// For terminals without UTF-8.
  package static let ascii = TextSymbols(
    bullets: ["*", "-", "+"], quoteBar: ">", rule: "-", columnBar: "|", crossing: "+",
    unticked: "[ ]", ticked: "[x]", continuation: "\\", ellipsis: "...",
    picture: Picture(start: "[picture: ", end: "]", alone: "[picture]"),
    arrows: ["↑": "Up", "↓": "Down", "←": "Left", "→": "Right"])
}
