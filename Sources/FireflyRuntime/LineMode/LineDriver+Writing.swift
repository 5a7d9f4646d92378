import FireflyApp
import FireflyCore
import FireflyScreen

// Writing in line mode: by questions.
extension LineDriver {
  /// Asks for the first field.
  func askFirst() {
    if let firstField { ask(prompt(for: firstField)) } else { ask(.finish) }
  }

  private func prompt(for field: EditorField, isAlone: Bool = false) -> Prompt {
    field == .body && !state.writesFeed
      ? .body([], before: text(.body)) : .field(field, isAlone: isAlone)
  }

  /// Whether there must be such a field: a title, if writing begins with it.
  private func isNeeded(_ field: EditorField) -> Bool {
    field == .title && firstField == .title || state.needs(field)
  }

  private func text(_ field: EditorField) -> String { line(field)?.text ?? "" }

  private func line(_ field: EditorField) -> LineField? {
    state.lineFields?.first { $0.field == field }
  }

  func ask(_ prompt: Prompt) {
    self.prompt = prompt
    switch prompt {
    case .field(let field, _):
      guard let line = line(field) else { return ask(.finish) }
      say([
        line.text.isEmpty
          ? "\(line.name), or \(isNeeded(field) ? "esc to stop" : "an empty line"):"
          : "\(line.name) is: \(line.text). An empty line keeps it, - empties it, esc stops. \(line.name):"
      ])
    case .body:
      let (old, name) = (text(.body), line(.body)?.name ?? "Text")
      let keeps =
        old.isEmpty
        ? ""
        : state.isBodySuggested
          ? " What you write stands behind it; - empties it."
          : " A full stop at once keeps it, + adds to it, - empties it; other lines replace it."
      let whole = "\(name), ended by a line with a full stop alone.\(keeps) esc stops."
      // The rules are said once.
      let isNew = heard.rules.insert(whole).inserted
      say((old.isEmpty ? [] : ["\(name) is:", old]) + [isNew ? whole : "\(name):"])
    case .picture:
      let question = state.pathQuestion
      let further =
        state.takesFurtherPictures ? " Another one goes to the end of the text." : ""
      let old = state.attachedPicture.map {
        ["The picture: \($0). - removes it.\(further)"]
      }
      say((question?.remarks ?? []) + (old ?? []) + ["Path of a picture, or esc:"])
    case .merge:
      guard let part = state.collision else { return ask(.finish) }
      let name = line(part.field)?.name ?? ""
      func version(_ whose: String, _ words: String) -> String {
        "\(name), \(whose): \(words.isEmpty ? "nothing." : words)"
      }
      say([
        version("yours", part.mine), version("on the server", part.theirs),
        "1 yours, 2 that of the server, 3 both, or esc:",
      ])
    case .finish where menuTarget == state.writingTarget:
      say(["s saves. ? says what else."])
    case .finish:
      menuTarget = state.writingTarget
      let lines = state.lineFields ?? []
      let fields = lines.enumerated().map { index, line in "\(index + 1) \(line.shortName)" }
      // Pictures stand in texts.
      let hasText = lines.contains { $0.field == .body } && !state.writesFeed
      let picture = hasText ? "p picture, " : ""
      let merging = state.collision == nil ? "" : "m merges, "
      say([
        merging
          + "s saves, r reads it, \(fields.joined(separator: ", ")), e begins again, \(picture)"
          + (state.hasSeveralPictures ? "next picture, forward moves it, " : "")
          + (state.writingReaders == nil ? "" : "who chooses readers, warning, language, poll, ")
          + "t spelling, x opens your editor, c stops writing."
      ])
    }
  }

  func answer(_ line: TypedLine, to prompt: Prompt) {
    let typed = line.text.trimmed
    // What was pasted is text.
    let command = line.isPasted ? nil : state.writingCommand(Self.synonyms[typed] ?? typed)
    switch prompt {
    case .field(let field, _) where line.goesOn:
      pasted.append(typed)
      // Each line is part of the draft at once.
      send(
        Surroundings.actions(
          replacing: field, by: state.text(of: state.line(of: pasted, in: field), in: field)))
      hasAnswered = true
    case .field(let field, let isAlone):
      let words = state.line(of: pasted + [typed], in: field)
      let isPasted = line.isPasted || !pasted.isEmpty
      pasted = []
      if !isPasted, let command { return obey(command) }
      if !isPasted, say(asked: words) { return }
      // A full stop alone, as after a text, is no title; what stood in quotes is one.
      let text = isPasted ? words : words == "." ? "" : Surroundings.text(of: words)
      take(text, isPasted: isPasted || text != words, in: field, isAlone: isAlone)
    case .body(let lines, let before):
      if let command {
        endBody(lines, before: before)
        return obey(command)
      }
      take(line, after: lines, before: before)
    case .picture:
      self.prompt = nil
      if command == .cancel {
        runtime.send(.editor(.attachment(.pathCancelled)))
      } else if typed == "-", !line.isPasted, state.attachedPicture != nil {
        send(Surroundings.actionsRemovingPicture)
        say([
          state.attachedPicture == nil ? "The picture is removed." : "The picture stays."
        ])
      } else {
        send(Surroundings.actions(attaching: line.text.trimmed))
      }
    case .merge: merge(line.isPasted ? "" : typed, command)
    case .finish where line.isPasted: hasAnswered = true
    case .finish: finish(by: typed, command)
    }
  }

  /// Says what a word asks line mode itself where a text is written.
  ///
  /// - Returns: whether it asks something.
  private func say(asked words: String) -> Bool {
    switch words.lowercased() {
    case "where": say(state.writingPlace)
    case "again": say(lastAnswer.isEmpty ? ["Nothing was said."] : lastAnswer)
    case "?": sayHelpInText()
    default: return false
    }
    return true
  }

  /// Takes the line of a field, and asks for the next one.
  private func take(_ words: String, isPasted: Bool, in field: EditorField, isAlone: Bool) {
    let old = text(field)
    let isEmptied = words == "-" && !isPasted
    if words.isEmpty && old.isEmpty || isEmptied, isNeeded(field) {
      let name = line(field)?.shortName ?? ""
      say([name == "title" ? "A title is needed." : "This is needed."])
      return ask(.field(field, isAlone: isAlone))
    }
    if isEmptied {
      send(Surroundings.actions(replacing: field, by: ""))
    } else if !words.isEmpty {
      send(Surroundings.actions(replacing: field, by: state.text(of: words, in: field)))
    }
    let fields = (state.lineFields ?? []).map(\.field)
    let next = fields.firstIndex(of: field).flatMap { fields.dropFirst($0 + 1).first }
    if let next, !isAlone { ask(self.prompt(for: next)) } else { ask(.finish) }
  }

  /// Takes a line of the body.
  ///
  /// Each line is part of the draft at once; the old text goes when the new one is complete.
  private func take(_ line: TypedLine, after lines: [String], before: String) {
    let typed = line.isPasted ? nil : line.text.trimmed
    switch typed {
    case ".":
      endBody(lines, before: before)
      ask(.finish)
    case "+" where lines.isEmpty && !before.isEmpty:
      hasAnswered = true
      prompt = .body([before], before: before)
    case "-" where lines.isEmpty && !before.isEmpty:
      send(Surroundings.actions(replacing: .body, by: ""))
      ask(.finish)
    case _ where lines.isEmpty && state.isBodySuggested:
      // Who is answered is named once, also if the line begins with it.
      let words = line.text.lowercased().hasPrefix(before.trimmed.lowercased())
      let text = (words ? "" : before) + line.text
      send(Surroundings.actions(replacing: .body, by: text))
      hasAnswered = true
      prompt = .body([text], before: text)
    default:
      let end = lines.isEmpty ? before.isEmpty ? "" : "\n\n" : "\n"
      send(Surroundings.actions(appending: end + line.text, to: .body))
      hasAnswered = true
      prompt = .body(lines + [line.text], before: before)
    }
  }

  /// Puts the new lines in place of the old text; blank ones replace nothing.
  private func endBody(_ lines: [String], before: String) {
    guard !lines.isEmpty else { return }
    let isBlank = lines.allSatisfy(\.trimmed.isEmpty)
    let text = isBlank ? before : lines.joined(separator: "\n")
    send(Surroundings.actions(replacing: .body, by: text))
    if !before.isEmpty, !isBlank, lines.first != before { say(["The old text is replaced."]) }
  }

  private func finish(by typed: String, _ command: WritingCommand?) {
    if let number = Int(typed), let fields = state.lineFields,
      fields.indices.contains(number - 1)
    {
      return ask(prompt(for: fields[number - 1].field, isAlone: true))
    }
    switch typed.lowercased() {
    case "s": obey(.save)
    case "p": obey(.picture)
    case "t": obey(.spelling)
    case "x": obey(.externalEditor)
    case "c": obey(.cancel)
    case "e": askFirst()
    case "r":
      let texts = (state.lineFields ?? []).filter { !$0.text.isEmpty }
        .map { "\($0.name): \($0.text)" }
      let picture = state.attachedPicture.map { ["Picture: \($0)."] } ?? []
      say(texts + picture + (texts.isEmpty && picture.isEmpty ? ["Nothing is written."] : []))
      ask(.finish)
    case "m" where state.collision != nil: ask(.merge)
    case "": ask(.finish)
    case "?":
      menuTarget = nil
      ask(.finish)
    case "q", "quit": obey(.cancel)
    case "who" where state.writingReaders != nil: obey(.readers)
    case "warning" where state.writingReaders != nil: obey(.warning)
    case "language" where state.writingReaders != nil: obey(.language)
    case "next" where state.attachedPicture != nil: obey(.nextPicture)
    case "forward" where state.attachedPicture != nil: obey(.pictureForward)
    case "poll" where state.writingReaders != nil: obey(.poll)
    case "count": say(state.writingPlace)
    default:
      if let command { return obey(command) }
      if typed == "." { return say(state.writingPlace) }
      if say(asked: typed) { return }
      say(["That is none of these. ? lists them."])
    }
  }

  /// Does what a key of the editor does, and then asks again what to do with the text.
  private func obey(_ command: WritingCommand) {
    if command == .save { (isSaving, discarded) = (true, state.discardedWords) }
    prompt = nil
    let (before, hadPoll) = (state.lineFields ?? [], state.pollField != nil)
    if command == .picture { send(state.actionsPlacingPicture) }
    runtime.send(command.action)
    if command == .undo { sayUndone(since: before) }
    if [.nextPicture, .pictureForward].contains(command), let picture = state.attachedPicture {
      say(["The picture: \(picture)."])
    }
    if command == .readers, let readers = state.writingReaders { say([readers]) }
    if command == .language, let language = state.writingLanguage { say([language]) }
    if command == .poll, !hadPoll, let number = state.pollField {
      say(["\(number) writes its options, poll says for how long."])
    }
    if command == .warning {
      let has = state.lineFields?.contains { $0.field == .title } == true
      say([has ? "1 writes the warning." : "No warning."])
    }
  }

  /// Says what was undone; a step that changed no words is none.
  private func sayUndone(since before: [LineField]) {
    var steps = 3
    while state.lineFields == before, steps > 0 {
      runtime.send(WritingCommand.undo.action)
      steps -= 1
    }
    let names = zip(before, state.lineFields ?? []).filter { $0 != $1 }.map(\.0.shortName)
    say([
      names.isEmpty
        ? "There is nothing to undo." : "Undone: \(names.joined(separator: ", "))."
    ])
  }

  /// Takes one version of a part in which two differ, or both.
  private func merge(_ typed: String, _ command: WritingCommand?) {
    let choices: [String: Collision.Choice] = ["1": .mine, "2": .theirs, "3": .both]
    guard let part = state.collision else { return ask(.finish) }
    guard let choice = choices[typed] else {
      if command == .cancel { return ask(.finish) }
      if let command { return obey(command) }
      if ["where", "again", ".", "?"].contains(typed.lowercased()) { return ask(.merge) }
      return say(["Choose a number, or esc."])
    }
    send(Surroundings.actions(replacing: part.field, by: part.resolved(choice)))
    if state.collision == nil { say(["All parts are merged."]) }
    ask(state.collision == nil ? .finish : .merge)
  }
}
