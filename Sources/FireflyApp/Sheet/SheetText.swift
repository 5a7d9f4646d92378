import FireflyScreen

/// The text of a sheet, wrapped for a screen.
struct SheetText {
  /// A line of a sheet.
  struct Line {
    /// The keys at the left; nil for a line of the whole width.
    var keys: [Glyph]?
    /// The text.
    var words: [Glyph]
    /// Whether it is a heading.
    var isHeading = false
    /// Indent in columns.
    var indent = 0
    /// The right half of a line in two columns: keys and text.
    var right: (keys: [Glyph], words: [Glyph])?
    /// Width of the keys in columns, if it differs from other lines.
    var keyColumns: Int?
  }

  /// The title.
  var title: String
  /// Maximum width in columns.
  var columns: Int
  /// The lines.
  var lines: [Line]
  /// Number of visible lines.
  var window: Int
  /// Width of the keys in columns.
  var keyColumns = 0
}
