/// The signs that stand for Markdown's forms: bullets, bars, boxes.
public struct TextSymbols: Hashable, Sendable {
  /// Bullets by depth of the list, from the outermost; the last one serves all deeper ones.
  public var bullets: [String]
  /// At the left of quoted text.
  public var quoteBar: String
  /// Repeated for a thematic break, and for the rules of tables.
  public var rule: String
  /// Between the columns of a table.
  public var columnBar: String
  /// Where a table's rule meets a column bar.
  public var crossing: String
  /// Before an item of a task list that is to do.
  public var unticked: String
  /// Before an item of a task list that is done.
  public var ticked: String
  /// At the end of a line of code that goes on in the next.
  public var continuation: String
  /// For what was left out.
  public var ellipsis: String

  /// For terminals with UTF-8.
  public static let unicode = TextSymbols(
    bullets: ["•", "◦", "▪"], quoteBar: "│", rule: "─", columnBar: "│", crossing: "┼",
    unticked: "☐", ticked: "☑", continuation: "↵", ellipsis: "…")

  /// For terminals without.
  public static let ascii = TextSymbols(
    bullets: ["*", "-", "+"], quoteBar: "|", rule: "-", columnBar: "|", crossing: "+",
    unticked: "[ ]", ticked: "[x]", continuation: "\\", ellipsis: "...")
}
