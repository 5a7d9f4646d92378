import FireflyScreen

/// The text of a sheet, wrapped for a screen.
struct SheetText {
  /// A line of a sheet.
  struct Line {
    /// The keys at the left; nil for a line of the whole width.
    var keys: [Glyph]?
    var words: [Glyph]
    var isHeading = false
    /// Indent in columns.
    var indent = 0
    /// The right half of a line in two columns: keys and text.
    var right: (keys: [Glyph], words: [Glyph])?
    /// Width of the keys in columns, if it differs from other lines.
    var keyColumns: Int?
    /// Words by which a filter finds it, besides the visible ones.
    var terms = ""
    /// Whether it repeats other lines, so that a filter leaves it out.
    var isRepetition = false

    /// Whether it separates other lines.
    var isBlank: Bool { words.isEmpty && (keys ?? []).isEmpty }
  }

  var title: String
  /// Maximum width in columns.
  var columns: Int
  var lines: [Line]
  /// Number of visible lines.
  var window: Int
  /// Width of the keys in columns.
  var keyColumns = 0

  /// Returns the lines that a filter lets pass, below their headings.
  func filtered(by filter: Filter) -> SheetText {
    guard !filter.isEmpty else { return self }
    let texts = lines.map { line in
      ((line.keys ?? []) + [.space] + line.words).map(\.text).joined() + " " + line.terms
    }
    let found = Set(filter.matches(in: texts))
    var text = self
    text.lines = []
    var heading: Line?
    for (index, line) in lines.enumerated() where !line.isRepetition && !line.isBlank {
      if line.isHeading {
        heading = line
      } else if found.contains(index) {
        if let heading {
          if !text.lines.isEmpty { text.lines.append(Line(words: [])) }
          text.lines.append(heading)
        }
        heading = nil
        text.lines.append(line)
      }
    }
    if text.lines.isEmpty { text.lines = [Line(words: Glyph.glyphs(of: "Nothing matches."))] }
    return text
  }
}
