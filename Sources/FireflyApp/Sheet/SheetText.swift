import FireflyScreen

/// What a sheet says, cut and wrapped for a screen.
struct SheetText {
  /// A line of a sheet.
  struct Line {
    /// What stands at the left; nil for a line that takes the whole width.
    var keys: [Glyph]?
    /// What it says.
    var words: [Glyph]
    /// Whether it is a heading.
    var isHeading = false
    /// Columns that it is indented.
    var indent = 0
    /// What stands in the right half of a line in two columns: keys and words.
    var right: (keys: [Glyph], words: [Glyph])?
    /// Columns of the keys, where they are not those of the other lines.
    var keyColumns: Int?
  }

  /// Its heading.
  var title: String
  /// Columns that it takes at most.
  var columns: Int
  /// Its lines.
  var lines: [Line]
  /// How many of them are seen at once.
  var window: Int
  /// Columns of what stands at the left.
  var keyColumns = 0
}
