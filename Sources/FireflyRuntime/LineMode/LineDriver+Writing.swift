import FireflyApp
import FireflyCore

// Writing in line mode: by questions.
extension LineDriver {
  func ask(_ prompt: Prompt) {
    self.prompt = prompt
    let texts = runtime.state.lineFields ?? []
    func text(_ field: EditorField) -> String { texts.first { $0.field == field }?.text ?? "" }
    switch prompt {
    case .field(let field):
      let old = text(field)
      say([
        old.isEmpty
          ? "\(field.name), or esc to stop:"
          : "\(field.name) is: \(old). An empty line keeps it, esc stops. \(field.name):"
      ])
    case .body:
      let old = text(.body)
      let keeps =
        old.isEmpty
        ? ""
        : " A full stop at once keeps it, a plus sign at once adds to it; other lines replace it."
      say(
        (old.isEmpty ? [] : ["The text is:", old])
          + ["Text, ended by a line with a full stop alone.\(keeps) esc stops."])
    case .finish:
      say(["s saves, r reads it, e begins again, x opens your editor, c stops writing."])
    }
  }

  func answer(_ line: String, to prompt: Prompt) {
    switch prompt {
    case .field where line.trimmed == "esc", .body where line.trimmed == "esc":
      runtime.send(.editor(.cancelPressed))
      finishLater()
    case .field(let field):
      let old = runtime.state.lineFields?.first { $0.field == field }?.text ?? ""
      if field == .title, line.trimmed.isEmpty, old.isEmpty {
        say(["A title is needed."])
        return ask(.field(.title))
      }
      if !line.trimmed.isEmpty { send(AppState.actions(replacing: field, by: line.trimmed)) }
      let before = runtime.state.lineFields?.first { $0.field == .body }?.text ?? ""
      ask(field == .title ? .field(.summary) : .body([], before: before))
    case .body([], let before) where line.trimmed == "+" && !before.isEmpty:
      hasAnswered = true
      self.prompt = .body([before], before: before)
    case .body(let lines, let before):
      let isEnd = line.trimmed == "."
      let all = isEnd ? lines : lines + [line]
      // Each line is part of the draft at once; the old text goes when the new one is complete.
      if isEnd, !all.isEmpty {
        // Blank lines replace nothing.
        let isBlank = all.allSatisfy(\.trimmed.isEmpty)
        let text = isBlank ? before : all.joined(separator: "\n")
        send(AppState.actions(replacing: .body, by: text))
        if !before.isEmpty, !isBlank, all.first != before { say(["The old text is replaced."]) }
      }
      guard isEnd else {
        let end = lines.isEmpty ? before.isEmpty ? "" : "\n\n" : "\n"
        send(AppState.actions(appending: end + line, to: .body))
        hasAnswered = true
        self.prompt = .body(all, before: before)
        return
      }
      ask(.finish)
    case .finish:
      switch Self.synonyms[line.trimmed] ?? line.trimmed.lowercased() {
      case "s", "ctrl-s":
        // Asked again if it could not be saved.
        isSaving = true
        runtime.send(.editor(.savePressed))
        finishLater()
      case "e": ask(.field(.title))
      case "x":
        runtime.send(.editor(.externalEditorPressed))
        finishLater()
      case "c", "esc":
        runtime.send(.editor(.cancelPressed))
        finishLater()
      case "r":
        let texts = runtime.state.lineFields ?? []
        say(texts.filter { !$0.text.isEmpty }.map { "\($0.field.name): \($0.text)" })
        ask(.finish)
      default:
        say(["That is none of these."])
        ask(.finish)
      }
    }
  }

  /// Asks what to do with the text once what was asked for is done, if it is still there.
  func finishLater() {
    prompt = nil
    isFinishing = true
  }
}
