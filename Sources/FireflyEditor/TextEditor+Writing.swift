import FireflyCore

extension TextEditor {
  /// Replaces a range as an undoable change, if that changes anything; the caret is then behind the new
  /// text, or at `place`.
  @discardableResult
  mutating func change(
    _ range: Range<TextPosition>, with text: String, kind: EditStep.Kind = .whole,
    caretAt place: TextPosition? = nil
  ) -> EditorOutcome {
    let before = caret
    let removed = content.text(in: range)
    guard !removed.isEmpty || !text.isEmpty else { return EditorOutcome() }
    let end = splice(range, with: text)
    caret = Caret(content.rounded(place ?? end))
    history.record(
      EditStep(
        position: range.lowerBound, removed: removed, inserted: text, kind: kind,
        before: before, after: caret))
    return EditorOutcome(didChange: true)
  }

  /// The range that new text replaces: the selection, or nothing at the caret.
  var slot: Range<TextPosition> { caret.selection ?? caret.position..<caret.position }

  /// Inserts a text at a range, unless the result would be too long.
  mutating func insert(
    _ text: String, at range: Range<TextPosition>, kind: EditStep.Kind,
    caretAt place: TextPosition? = nil
  ) -> EditorOutcome {
    guard content.count + text.utf8.count <= Self.maximumBytes else {
      var outcome = EditorOutcome()
      outcome.isFull = true
      return outcome
    }
    return change(range, with: text, kind: kind, caretAt: place)
  }

  mutating func insert(_ text: String, kind: EditStep.Kind) -> EditorOutcome {
    let text = EditorText.sanitized(text, breaks: mode.allowsBreaks)
    return text.isEmpty ? EditorOutcome() : insert(text, at: slot, kind: kind)
  }

  /// Inserts a pasted text; a field of one row accepts the first non-blank line.
  mutating func paste(_ text: String) -> EditorOutcome {
    guard mode == .line else {
      let text = EditorText.sanitized(text, breaks: mode.allowsBreaks)
      return text.isEmpty ? EditorOutcome() : insert(text, at: slot(for: text), kind: .whole)
    }
    let (line, rest) = EditorText.firstLine(of: EditorText.sanitized(text, breaks: true))
    var outcome = insert(line, kind: .whole)
    if !outcome.isFull { outcome.remainder = rest }
    return outcome
  }

  /// Begins a new paragraph or list item, or ends a list.
  mutating func breakLine() -> EditorOutcome {
    guard mode.allowsBreaks else {
      var outcome = EditorOutcome()
      outcome.exit = .next
      return outcome
    }
    guard caret.selection == nil, let prefix = itemPrefix else {
      return insert("\n", kind: .whole)
    }
    let paragraph = caret.position.paragraph
    if prefix.isEmptyItem {
      let whole = content.start(of: paragraph)..<content.end(of: paragraph)
      // Without a blank line, the next paragraph would continue the list or quote (lazy
      // continuation).
      let blank = needsBlankLine(above: paragraph) ? prefix.outerLine + "\n" : ""
      change(whole, with: blank + prefix.outer)
      return EditorOutcome(didChange: true)
    }
    // The spaces between two words would otherwise precede the new item's first word.
    var end = caret.position
    let text = content.paragraphs[paragraph]
    while end.offset < text.count, text.cluster(at: end.offset) == " " { end.offset += 1 }
    let (range, rest) = renumbered(after: prefix, from: end)
    let outcome = insert(
      "\n" + prefix.next + rest, at: caret.position..<range.upperBound, kind: .whole,
      caretAt: TextPosition(paragraph: paragraph + 1, offset: prefix.next.utf8.count))
    automaticPrefix = AutomaticPrefix(
      paragraph: caret.position.paragraph, length: prefix.next.utf8.count)
    return outcome
  }

  /// The list item or quote prefix of the caret's paragraph, if the caret is behind it.
  private var itemPrefix: ItemPrefix? {
    let paragraph = caret.position.paragraph
    let text = content.paragraphs[paragraph].text
    guard let prefix = ItemPrefix(text), prefix.length <= caret.position.offset,
      !isCode(paragraph)
    else { return nil }
    return prefix
  }

  /// Whether a paragraph is code, in which nothing goes on by itself.
  private func isCode(_ paragraph: Int) -> Bool {
    var (code, last) = (CodeMarks(), CodeMarks.Line.words)
    for line in content.paragraphs[...paragraph] { last = code.read(Array(line.text.utf8)[...]) }
    return last == .code
  }

  /// Whether the line above a paragraph has text.
  private func needsBlankLine(above paragraph: Int) -> Bool {
    guard paragraph > 0 else { return false }
    let text = content.paragraphs[paragraph - 1].text
    return ItemPrefix(text).map { !$0.isEmptyItem } ?? !text.allSatisfy(\.isWhitespace)
  }

  /// Deletes the selection, or the text between the caret and the target of a motion.
  mutating func erase(_ motion: EditorMotion) -> EditorOutcome {
    if let selection = caret.selection { return change(selection, with: "") }
    guard let range = (motion == .left ? lastSign : nil) ?? range(to: motion) else {
      return EditorOutcome()
    }
    let reachesWord = content.text(in: range).contains { WordKind($0) != .space }
    let kind: EditStep.Kind =
      switch motion {
      case .left: .erasingLeft(reachedWord: reachesWord)
      case .right: .erasingRight(reachedWord: reachesWord)
      default: .whole
      }
    return change(range, with: "", kind: kind)
  }

  /// The last sign of the cluster before the caret, if that is typed sign by sign.
  private var lastSign: Range<TextPosition>? {
    let (position, paragraph) = (caret.position, content.paragraphs[caret.position.paragraph])
    guard position.offset > 0 else { return nil }
    let cluster = paragraph.cluster(at: paragraph.offset(before: position.offset)).unicodeScalars
    guard let last = cluster.last, cluster.count > 1,
      cluster.first?.isBrahmic == true || last.isPoint
    else { return nil }
    let length = UTF8.width(last)
    return content.range(position.offset - length..<position.offset, of: position.paragraph)
  }

  /// Returns the range between the caret and the target of a motion; nil if it is empty.
  func range(to motion: EditorMotion) -> Range<TextPosition>? {
    let target = target(of: motion).position
    guard target != caret.position else { return nil }
    return min(target, caret.position)..<max(target, caret.position)
  }

  /// Swaps the characters around the caret; at the end of a paragraph, the last two.
  mutating func transpose() -> EditorOutcome {
    let paragraph = content.paragraphs[caret.position.paragraph]
    var middle = caret.position.offset
    if middle == paragraph.count { middle = paragraph.offset(before: middle) }
    let start = paragraph.offset(before: middle)
    guard start < middle else { return EditorOutcome() }
    let (first, second) = (paragraph.cluster(at: start), paragraph.cluster(at: middle))
    return change(
      content.range(start..<paragraph.offset(after: middle), of: caret.position.paragraph),
      with: String(second) + String(first))
  }

  // MARK: Undo

  mutating func undo() -> Bool {
    guard let step = history.popUndo() else { return false }
    let end = step.position.advanced(over: step.inserted)
    splice(step.position..<end, with: step.removed)
    caret = step.before
    return true
  }

  mutating func redo() -> Bool {
    guard let step = history.popRedo() else { return false }
    let end = step.position.advanced(over: step.removed)
    splice(step.position..<end, with: step.inserted)
    caret = step.after
    return true
  }
}
