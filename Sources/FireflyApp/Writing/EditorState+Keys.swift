import FireflyCore
import FireflyEditor
import FireflyModel

// Handling of keys and the mouse in the editor.
extension EditorState {
  mutating func reduce(_ action: EditorAction, _ context: Context) -> [Effect] {
    isChordBegun = action == .chordBegun
    if pendingActions != nil {
      switch action {
      case .otherPressed, .chordBegun, .chordLeft: break
      default:
        pendingActions?.append(action)
        return []
      }
    }
    switch action {
    case .edited(let command):
      attachment.isCropping = false
      return edit(command)
    case .fieldPressed(let field, let row, let column):
      guard fields.contains(field) else { return [] }
      go(to: field)
      let point = (row: row, column: column)
      let count = clicks.press(at: .init(x: column, y: row), now: context.now)
      self[field].apply(.press(row: point.row, column: point.column, clicks: count))
      return []
    case .fieldDragged(let field, let row, let column):
      guard field == self.field else { return [] }
      self[field].apply(.drag(row: row, column: column))
      return []
    case .nextFieldPressed(let step):
      let all = fields
      // A reply begins in its text: behind that is nothing.
      if isReply, step > 0, field == all.last {
        return [.note("Shift-Tab leads to the summary and the title.")]
      }
      let place = all.firstIndex(of: field) ?? 0
      go(to: all[(place + step + all.count) % all.count])
      self[field].followCaret()
      return []
    case .warningPressed:
      guard !parts.contains(.heading) else { return [] }
      service?.hasWarning.toggle()
      go(to: service?.hasWarning == true ? .title : .body)
      revision += 1
      return []
    case .readersPressed:
      guard service?.chooseNextReaders() == true else {
        guard let service else { return [] }
        let words =
          service.isChange
          ? "Who can read a post can't be changed." : "Those mentioned are the fewest readers."
        return [.note(words)]
      }
      revision += 1
      return []
    case .languagePressed:
      guard let name = service?.name else { return [] }
      guard service?.chooseNextLanguage() == true else {
        return [.note("There is no other language to choose on \(name).")]
      }
      revision += 1
      return []
    case .otherPressed, .chordLeft:
      flashUntil = context.now + context.settings.tunables.flashSeconds
      return []
    case .savePressed, .cancelPressed, .placePressed, .placeChosen, .keptAsDraft, .discarded,
      .attachment, .poll, .previewPressed,
      .externalEditorPressed:
      return [.send(.editor(action))]
    default: return []
    }
  }

  /// Undoes the paste of a path whose picture was attached.
  mutating func undoPathPaste() {
    guard let offer, offer.revision == revision else { return }
    self.offer = nil
    self[offer.field].apply(.undo)
    revision += 1
  }

  /// The addresses of the pictures in the preview, of the draft and of the server.
  var previewedPictures: [String] { preview?.links.filter(BodyPicture.isAddress) ?? [] }

  /// Puts pictures into the body: at the caret, or at its end.
  ///
  /// - Returns: whether there was room.
  mutating func insert(_ pictures: [Draft.TextPicture], atEnd: Bool) -> Bool {
    if pictures.isEmpty { return true }
    let end = body.wholeRange.upperBound
    if atEnd { body.place(at: end) }
    let isInWords = body.textBeforeCaret.last?.isWhitespace == false
    // At the end it is a paragraph of its own.
    let gap = isInWords ? body.caret.position == end ? "\n\n" : " " : ""
    let outcome = body.apply(
      .paste(gap + pictures.map(\.markdown).joined(separator: "\n\n")))
    if outcome.didChange { revision += 1 }
    preview = nil
    return !outcome.isFull
  }

  mutating func go(to new: EditorField) {
    guard new != field else { return }
    let ring = self[field].killRing
    self[field].showBeginning()
    field = new
    self[new].killRing = ring
  }

  /// Replaces a part of a field as one undo step.
  mutating func replace(_ range: Range<TextPosition>, of field: EditorField, with text: String) {
    if self[field].replace(range, with: text).didChange { revision += 1 }
  }

  /// Undoes the last change: in all fields that it changed together, otherwise in the current
  /// field, or in another if that has nothing to undo.
  private mutating func undo() {
    if let jointChange, jointChange.revision == revision {
      for field in jointChange.fields { self[field].apply(.undo) }
      self.jointChange = nil
      recordUndo(jointChange.fields)
      return showFields()
    }
    if !self[field].canUndo, let other = EditorField.allCases.last(where: { self[$0].canUndo }) {
      go(to: other)
    }
    if self[field].apply(.undo).didChange { recordUndo([field]) }
  }

  private mutating func recordUndo(_ fields: [EditorField]) {
    let steps = undone.revision == revision ? undone.steps : []
    revision += 1
    undone = Undone(steps: steps + [fields], revision: revision)
  }

  /// Redoes the last undone change, in the same fields.
  private mutating func redo() {
    guard undone.revision == revision, let fields = undone.steps.popLast() else {
      if self[field].apply(.redo).didChange { revision += 1 }
      return
    }
    for field in fields { self[field].apply(.redo) }
    revision += 1
    undone.revision = revision
    if fields.count > 1 {
      jointChange = JointChange(fields: fields, revision: revision)
      showFields()
    } else if let field = fields.first {
      go(to: field)
      self[field].followCaret()
    }
  }

  private mutating func edit(_ command: EditorCommand) -> [Effect] {
    if command == .newline, isSavedByEnter { return [.send(.editor(.savePressed))] }
    if command == .undo || command == .redo {
      if command == .undo { undo() } else { redo() }
      return []
    }
    let outcome = self[field].apply(command)
    var effects: [Effect] = []
    let remainder = fields.contains(.body) ? outcome.remainder : nil
    if outcome.didChange || remainder != nil { revision += 1 }
    if let rest = remainder {
      body.place(at: .start)
      body.apply(.paste(body.isEmpty ? rest : rest + "\n\n"))
      let fields = outcome.didChange ? [field, .body] : [.body]
      jointChange = JointChange(fields: fields, revision: revision)
    }
    if let text = outcome.clipboard { effects.append(.terminal(.copy(text))) }
    if outcome.isFull {
      effects.append(.note("The text would be too long."))
    }
    if let exit = outcome.exit { leave(by: exit) }
    // Terminals paste the paths of dropped files.
    if case .paste(let text) = command, let paths = PastedPath.pictures(text) {
      let offer = PictureOffer(paths: paths, field: field, revision: revision)
      effects.append(.attachment(.recognize(offer, target)))
    }
    return effects
  }

  /// Moves to the field above or below, at the same column.
  private mutating func leave(by exit: EditorOutcome.Exit) {
    let step = exit == .above ? -1 : 1
    let all = shownFields
    guard let place = all.firstIndex(of: field), all.indices.contains(place + step) else { return }
    // Enter in the title of a post goes to the text, Tab to the summary.
    let isTitle = exit == .next && template == .post && all.contains(.body)
    let next = isTitle ? .body : all[place + step]
    let column = self[field].cell(of: self[field].caret.position).column
    go(to: next)
    switch exit {
    case .above: self[next].apply(.press(row: .max / 2, column: column, clicks: 1))
    case .below: self[next].apply(.press(row: 0, column: column, clicks: 1))
    // Enter continues at the end of the next field.
    case .next: self[next].place(at: self[next].wholeRange.upperBound)
    }
  }
}
