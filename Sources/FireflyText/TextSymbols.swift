/// The symbols for Markdown's elements: bullets, bars, checkboxes.
public struct TextSymbols: Hashable, Sendable {
  /// Bullets by depth of the list, from the outermost; the last is used for deeper lists.
  public var bullets: [String]
  /// The bar at the left of quoted text.
  public var quoteBar: String
  /// Repeated for a thematic break, and for the rules of tables.
  public var rule: String
  /// The separator between columns of a table.
  public var columnBar: String
  /// The intersection of a table's rule and a column separator.
  public var crossing: String
  /// The checkbox of an open task.
  public var unticked: String
  /// The checkbox of a completed task.
  public var ticked: String
  /// The end of a line of code that continues in the next line.
  public var continuation: String
  /// Replaces text that was left out.
  public var ellipsis: String
  /// What stands before and after the description of a picture.
  public var picture: Picture
  /// What stands before the number of a link, before "]".
  public var linkStart = "["
  /// The words for arrows that have no sign of their own.
  public var arrows: [Character: String] = [:]

  /// Returns a text with these words; it stays as it is in code.
  func named(_ text: String) -> String {
    guard !arrows.isEmpty, text.contains(where: { arrows[$0] != nil }) else { return text }
    return text.map { arrows[$0] ?? String($0) }.joined()
  }

  /// The frame of a picture's description.
  public struct Picture: Hashable, Sendable {
    /// What stands before the description.
    public var start: String
    /// What stands after it.
    public var end: String
    /// What stands for a picture without a description.
    public var alone: String
  }

  /// The sign of a picture.
  public static let pictureSign = "▣"

  /// For terminals with UTF-8.
  public static let unicode = TextSymbols(
    bullets: ["•", "◦", "▪"], quoteBar: "▎", rule: "─", columnBar: "│", crossing: "┼",
    unticked: "☐", ticked: "☑", continuation: "↵", ellipsis: "…",
    picture: Picture(start: "\(pictureSign) ", end: "", alone: "\(pictureSign) picture"))

  /// For screen readers, which speak the name of every symbol.
  public static let spoken: TextSymbols = {
    var symbols = unicode
    symbols.picture = ascii.picture
    symbols.linkStart = " [link "
    symbols.bullets = ["item:"]
    (symbols.rule, symbols.columnBar, symbols.crossing) = (" ", ";", " ")
    (symbols.unticked, symbols.ticked) = ("open:", "done:")
    return symbols
  }()

  /// For terminals without UTF-8.
  public static let ascii = TextSymbols(
    bullets: ["*", "-", "+"], quoteBar: ">", rule: "-", columnBar: "|", crossing: "+",
    unticked: "[ ]", ticked: "[x]", continuation: "\\", ellipsis: "...",
    picture: Picture(start: "[picture: ", end: "]", alone: "[picture]"),
    arrows: ["↑": "Up", "↓": "Down"])
}
