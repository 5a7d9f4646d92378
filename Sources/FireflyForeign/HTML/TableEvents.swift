/// The events of a table, kept until its end decides how it is written.
///
/// It becomes a table of Markdown if it has a heading and nothing that can't be in a line: no other table, list, code
/// or quotation. All others, most of which only lay out a page, are written as their text.
struct TableEvents {
  static let maximumColumns = 100
  static let maximumCells = 50_000

  enum Event {
    case begin(String, HTMLAttributes)
    case end(String)
    case text([UInt8])
  }

  /// A cell, with its contents among the events.
  struct Cell {
    var contents: Range<Int>
    var isHeading: Bool
    /// How many columns and rows it takes.
    var (columns, rows): (Int, Int)
  }

  private(set) var events: [Event] = []
  /// The number of open elements.
  private(set) var depth = 0
  private(set) var rows: [[Cell]] = []
  /// The contents of the caption.
  private(set) var caption: Range<Int>?
  /// Whether it can become a table of Markdown, as far as it is known.
  private(set) var isSimple = true
  private var hasHeading = false
  /// Whether the first row is in `thead`.
  private var isInHead = false
  /// The depth of the open row, cell and caption.
  private var (row, cell, captionDepth): (Int?, Int?, Int?)

  /// Whether it becomes a table of Markdown.
  var isTable: Bool {
    guard isSimple, hasHeading, case let columns = columns else { return false }
    return (1...Self.maximumColumns).contains(columns)
      && rows.count * columns <= Self.maximumCells
  }

  /// The most columns of a row.
  private var columns: Int { rows.map { $0.reduce(0) { $0 + $1.columns } }.max() ?? 0 }

  private static let blocks: Set = [
    "table", "ul", "ol", "dl", "menu", "pre", "blockquote", "aside", "hr", "h1", "h2", "h3", "h4",
    "h5", "h6", "iframe", "video", "audio", "object", "embed",
  ]

  mutating func begin(_ name: String, _ attributes: HTMLAttributes) {
    if depth > 0, Self.blocks.contains(name) { isSimple = false }
    let isOutside = cell == nil && captionDepth == nil
    events.append(.begin(name, attributes.copy))
    depth += 1
    guard isOutside else { return }
    switch name {
    case "thead":
      isInHead = true
      hasHeading = true
    case "tr":
      row = depth
      rows.append([])
    case "td", "th":
      guard row != nil else { return isSimple = false }
      func number(_ name: String) -> Int {
        min(max(1, attributes[name].flatMap { Int($0) } ?? 1), Self.maximumColumns)
      }
      hasHeading = hasHeading || name == "th"
      cell = depth
      rows[rows.count - 1].append(
        Cell(
          contents: events.count..<events.count,
          isHeading: name == "th" || isInHead && rows.count == 1,
          columns: number("colspan"), rows: number("rowspan")))
    case "caption":
      captionDepth = depth
      caption = events.count..<events.count
    default: break
    }
  }

  mutating func end(_ name: String) {
    if depth == cell {
      cell = nil
      let (row, index) = (rows.count - 1, rows[rows.count - 1].count - 1)
      rows[row][index].contents = rows[row][index].contents.lowerBound..<events.count
    } else if depth == captionDepth {
      captionDepth = nil
      caption = caption.map { $0.lowerBound..<events.count }
    } else if depth == row {
      row = nil
    }
    events.append(.end(name))
    depth -= 1
  }

  mutating func add(_ text: UnsafeRawBufferPointer) {
    if cell == nil, captionDepth == nil, !text.allSatisfy({ $0 <= 0x20 }) { isSimple = false }
    events.append(.text(Array(text)))
  }

  /// Returns the rows with a cell for each column: nil where one of the left or above goes on.
  var grid: [[Cell?]] {
    let columns = columns
    // How many more rows the cell above takes, by columns.
    var taken = [Int](repeating: 0, count: columns)
    return rows.filter { !$0.isEmpty }.map { row in
      var (line, cells): ([Cell?], ArraySlice<Cell>) = ([], row[...])
      while line.count < columns {
        if taken[line.count] > 0 {
          taken[line.count] -= 1
          line.append(nil)
        } else if let cell = cells.popFirst() {
          for index in 0..<cell.columns where line.count < columns {
            taken[line.count] = cell.rows - 1
            line.append(index == 0 ? cell : nil)
          }
        } else {
          line.append(nil)
        }
      }
      // Cells that a wide one above pushes out still have their words.
      if let last = line.indices.last, let rest = cells.last {
        let first = line[last]?.contents.lowerBound ?? cells.first?.contents.lowerBound
        line[last] = Cell(
          contents: (first ?? rest.contents.lowerBound)..<rest.contents.upperBound,
          isHeading: rest.isHeading, columns: 1, rows: 1)
      }
      return line
    }
  }
}
