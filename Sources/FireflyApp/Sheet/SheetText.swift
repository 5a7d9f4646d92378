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
    /// The lines at its right, in columns.
    var beside: [Line] = []
    /// The columns from one of them to the next.
    var step = 0
    /// Width of the keys in columns, if it differs from other lines.
    var keyColumns: Int?
    /// Words by which a filter finds it, besides the visible ones.
    var terms = ""
    /// Whether it repeats other lines, so that a filter leaves it out.
    var isRepetition = false

    /// Whether it separates other lines.
    var isBlank: Bool { words.isEmpty && (keys ?? []).isEmpty && beside.allSatisfy(\.isBlank) }
  }

  var title: String
  /// Maximum width in columns.
  var columns: Int
  var lines: [Line]
  /// Number of visible lines.
  var window: Int
  /// Width of the keys in columns.
  var keyColumns = 0
  /// The columns from the beginning of a column of lines to that of the next; nil for one.
  var columnStep: Int?

  /// The text with its lines in as many columns as there is room for, below those that it repeats.
  var inColumns: SheetText {
    guard let step = columnStep else { return self }
    let count = (columns - 4) / step + 1
    let first = lines.prefix(while: \.isRepetition)
    let rest = lines.dropFirst(first.count).drop(while: \.isBlank)
    let height = (rest.count + count - 1) / count
    let highest = max(height, window - first.count - (first.isEmpty ? 0 : 1))
    let groups = rest.split(whereSeparator: \.isBlank).map(Array.init)
    let parts =
      (height...highest).lazy.compactMap { Self.parts(groups, count, height: $0) }.first
      ?? Self.parts(Array(rest), count)
    var text = self
    let rows = (0..<(parts.map(\.count).max() ?? 0)).map { row in
      let all = parts.map { row < $0.count ? $0[row] : Line(words: []) }
      var line = all[0]
      (line.beside, line.step) = (Array(all.dropFirst()), step)
      return line
    }
    text.lines = first + (first.isEmpty ? [] : [Line(words: [])]) + rows
    return text
  }

  /// Returns groups in columns of a height, each whole; nil where they don't fit.
  private static func parts(_ groups: [[Line]], _ count: Int, height: Int) -> [[Line]]? {
    var parts: [[Line]] = []
    for group in groups {
      if let last = parts.last, last.count + 1 + group.count <= height {
        parts[parts.count - 1] += [Line(words: [])] + group
      } else {
        parts.append(group)
      }
    }
    return parts.count <= count && parts.allSatisfy { $0.count <= height } ? parts : nil
  }

  /// Returns lines in columns; a group that goes on in the next one has its heading there again.
  private static func parts(_ lines: [Line], _ count: Int) -> [[Line]] {
    let height = (lines.count + 2 * (count - 1)) / count
    var parts: [[Line]] = []
    var left = lines
    var heading: Line?
    while !left.isEmpty {
      if let heading, left.first?.isHeading == false { left.insert(heading, at: 0) }
      var part = left.prefix(parts.count < count - 1 ? height : left.count)
      // A heading stands above its lines.
      while part.count > 1, part.count < left.count,
        part.last.map({ $0.isHeading || $0.isBlank }) == true
      {
        part.removeLast()
      }
      heading = part.last(where: \.isHeading) ?? heading
      left = Array(left.dropFirst(part.count).drop(while: \.isBlank))
      parts.append(Array(part))
    }
    return parts
  }

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
