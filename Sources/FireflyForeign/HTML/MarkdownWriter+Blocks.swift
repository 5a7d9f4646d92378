import FireflyCore

// The starts of lines and blocks, and the gaps between them.
extension MarkdownWriter {
  /// Separates two blocks.
  func separate() {
    guard verbatim == 0 else { return }
    closeMarks()
    (hasSpace, blanks) = (isInCell && !isBehindMark, 0)
    if isInCell { return }
    // The marker of an item is written with its first text.
    if case .item? = containers.last?.kind, containers.last?.isFresh == true { return }
    gap = output.isEmpty ? .none : .block
  }

  /// Breaks a line within a paragraph.
  func breakLine() {
    if verbatim > 0 { return run.append(0x0A) }
    if isInCell { return separate() }
    // Two line breaks separate paragraphs.
    if gap == .lineBreak { return separate() }
    guard gap == .none, !output.isEmpty, !isLineStart else { return }
    closeMarks()
    (gap, hasSpace) = (.lineBreak, false)
  }

  /// Starts the line of the next text, if that is a new one.
  func beginLine() {
    let isNew = gap != .none || output.isEmpty || containers.contains(where: \.isFresh)
    guard isNew else { return }
    if !output.isEmpty {
      write(gap == .lineBreak ? "\\\n" : "\n")
      if gap == .block {
        write(prefix(skipsFresh: true, isBlank: true))
        write("\n")
      }
    }
    (gap, hasSpace, isLineStart) = (.none, false, true)
    write(prefix())
    for index in containers.indices { containers[index].isFresh = false }
  }

  /// Writes the marker at the start of a block.
  func write(block sign: String) {
    beginLine()
    write(sign)
    (isLineStart, isBehindMark) = (false, true)
  }

  func write(_ text: some StringProtocol) { output.append(contentsOf: text.utf8) }

  /// Returns the prefix of a line: the markers of quotes and lists.
  private func prefix(skipsFresh: Bool = false, isBlank: Bool = false) -> String {
    var text = ""
    for container in containers where !(skipsFresh && container.isFresh) {
      switch container.kind {
      case .quote, .quoteWithAuthor: text += "> "
      case .list: break
      case .item(let sign):
        text += container.isFresh ? sign : String(repeating: " ", count: sign.count)
      }
    }
    while isBlank, text.last == " " { text.removeLast() }
    return text
  }

  /// Ends preformatted text: writes a code block.
  func endVerbatim() {
    verbatim -= 1
    var lines = String(decoding: run, as: UTF8.self).replacing("\r\n", with: "\n")
      .split(separator: "\n", omittingEmptySubsequences: false)
    run = []
    while lines.first?.allSatisfy(\.isWhitespace) == true { lines.removeFirst() }
    while lines.last?.allSatisfy(\.isWhitespace) == true { lines.removeLast() }
    guard !lines.isEmpty else { return }
    let fence = CodeFence.ticks(longerThanIn: lines.joined(separator: "\n"))
    write(block: fence)
    for line in lines + [fence[...]] {
      write("\n")
      write(prefix())
      write(line)
    }
    gap = .block
  }
}
