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

  /// For terminals with UTF-8.
  public static let unicode = TextSymbols(
    bullets: ["•", "◦", "▪"], quoteBar: "│", rule: "─", columnBar: "│", crossing: "┼",
    unticked: "☐", ticked: "☑", continuation: "↵", ellipsis: "…")

  /// For terminals without UTF-8.
  public static let ascii = TextSymbols(
    bullets: ["*", "-", "+"], quoteBar: "|", rule: "-", columnBar: "|", crossing: "+",
    unticked: "[ ]", ticked: "[x]", continuation: "\\", ellipsis: "...")
}
