// Tables: those with a heading become tables of Markdown.
extension MarkdownWriter {
  /// Keeps the beginning of an element if it is a table or in one; returns whether it does.
  func collects(_ name: String, _ attributes: HTMLAttributes) -> Bool {
    if table != nil {
      table?.begin(name, attributes)
      guard table?.isSimple == false else { return true }
      // The element that makes it another table is the last one.
      let isTable = name == "table"
      writeAsText(upToLast: isTable)
      return isTable ? collects(name, attributes) : true
    }
    guard name == "table", verbatim == 0, hidden == 0, formula == nil, !isReplaying else {
      return false
    }
    flush()
    table = TableEvents()
    table?.begin(name, attributes)
    return true
  }

  /// Keeps the end of an element in a table; writes the table at its end.
  func collectsEnd(_ name: String) -> Bool {
    guard table != nil else { return false }
    table?.end(name)
    guard let table, table.depth == 0 else { return true }
    if table.isTable {
      self.table = nil
      write(table)
    } else {
      writeAsText()
    }
    return true
  }

  func collect(_ text: UnsafeRawBufferPointer) {
    table?.add(text)
    if table?.isSimple == false { writeAsText() }
  }

  /// Writes what was kept of a table as its text.
  ///
  /// - Parameter upToLast: whether the last event is handled by the caller.
  func writeAsText(upToLast: Bool = false) {
    guard let events = table?.events.dropLast(upToLast ? 1 : 0) else { return }
    table = nil
    isReplaying = true
    replay(events)
    isReplaying = false
  }

  private func replay(_ events: some Sequence<TableEvents.Event>) {
    for event in events {
      switch event {
      case .begin(let name, let attributes): begin(name, attributes)
      case .end(let name): end(name)
      case .text(let bytes): bytes.withUnsafeBytes { add($0) }
      }
    }
  }

  private func write(_ table: TableEvents) {
    separate()
    if let caption = table.caption {
      replay(table.events[caption])
      flush()
      separate()
    }
    let rows = table.grid
    let columns = rows.first?.count ?? 0
    isInCell = true
    for (index, row) in rows.enumerated() where !isFull {
      // Without headings in the first row, the heading is empty: Markdown has no other tables.
      let isHeading = row.allSatisfy { $0?.isHeading ?? true }
      if index == 0, !isHeading {
        write(row: [TableEvents.Cell?](repeating: nil, count: columns), of: table)
        writeRule(columns)
      }
      write(row: row, of: table)
      if index == 0, isHeading { writeRule(columns) }
    }
    isInCell = false
    gap = .block
    (hasSpace, isBehindMark) = (false, false)
  }

  private func write(row: [TableEvents.Cell?], of table: TableEvents) {
    beginLine()
    write("|")
    for cell in row {
      write(" ")
      (isLineStart, hasSpace, isBehindMark) = (false, false, true)
      if let cell {
        replay(table.events[cell.contents])
        flush()
        closeMarks()
      }
      write(output.last == UInt8(ascii: " ") ? "|" : " |")
    }
    (gap, hasSpace, blanks) = (.line, false, 0)
  }

  private func writeRule(_ columns: Int) {
    beginLine()
    write("|" + String(repeating: " --- |", count: columns))
    gap = .line
  }
}
