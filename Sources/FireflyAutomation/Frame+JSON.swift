import FireflyJSON
import FireflyScreen

// A frame as text and as JSON.
extension Frame {
  /// The text of the frame, one line per row; placeholders of sharp pictures are blank.
  var readableText: String {
    (0..<size.height).map { y in
      var line = ""
      for x in 0..<size.width { line += self[x, y].glyph.readable }
      while line.last == " " { line.removeLast() }
      return line + "\n"
    }.joined()
  }

  /// Writes the frame: its size, its cursor, and the cells of each row, grouped by style.
  ///
  /// `glyphs` has an item for each column; the right half of a wide character is empty.
  func write(to json: inout JSONWriter) {
    json.beginObject()
    json.key("columns")
    json.value(size.width)
    json.key("cursor")
    write(cursor, to: &json)
    json.key("rows")
    json.beginArray()
    for y in 0..<size.height {
      json.beginArray()
      for run in runs(of: y) { write(run, row: y, to: &json) }
      json.endArray()
    }
    json.endArray()
    json.key("status")
    json.value("success")
    json.endObject()
  }

  private func write(_ cursor: Point?, to json: inout JSONWriter) {
    guard let cursor else { return json.value(nil as String?) }
    json.beginObject()
    json.key("x")
    json.value(cursor.x)
    json.key("y")
    json.value(cursor.y)
    json.key("is_shown")
    json.value(showsCursor)
    json.endObject()
  }

  private func write(_ columns: Range<Int>, row: Int, to json: inout JSONWriter) {
    let style = self[columns.lowerBound, row].style
    json.beginObject()
    json.key("x")
    json.value(columns.lowerBound)
    json.key("glyphs")
    json.beginArray()
    for x in columns { json.value(self[x, row].glyph.readable) }
    json.endArray()
    json.key("foreground")
    json.value(style.foreground.name)
    json.key("background")
    json.value(style.background.name)
    json.key("attributes")
    json.beginArray()
    for (attribute, name) in Self.attributes where style.attributes.contains(attribute) {
      json.value(name)
    }
    json.endArray()
    json.endObject()
  }

  private static let attributes: [(Attributes, String)] = [
    (.bold, "bold"), (.italic, "italic"), (.underline, "underline"), (.reverse, "reverse"),
    (.dim, "dim"), (.strikethrough, "strikethrough"),
  ]

  /// Returns the columns of a row, grouped by style.
  func runs(of row: Int) -> [Range<Int>] {
    var runs: [Range<Int>] = []
    var start = 0
    for x in 0..<size.width
    where x + 1 == size.width || self[x, row].style != self[x + 1, row].style {
      runs.append(start..<x + 1)
      start = x + 1
    }
    return runs
  }
}

extension Glyph {
  /// The text of the glyph; a space for placeholders of sharp pictures.
  var readable: String { (0xE000...0xF8FF).contains(base) || base >= 0xF_0000 ? " " : text }
}
