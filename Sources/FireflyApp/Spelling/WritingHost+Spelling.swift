import FireflyCore
import FireflyEditor

// The spelling check: runs a moment after the last key, marks misspelt words, and suggests others.
extension WritingHost {
  mutating func reduceSpelling(_ action: SpellingAction, at now: Double) -> [Effect] {
    guard let editor = focus.editor else { return [] }
    switch action {
    case .suggestionsPressed: return suggest(at: now)
    case .caretSuggestionsPressed:
      let field = editor[editor.field]
      guard let mark = field.mark(at: field.caret.position) else { return [] }
      return loadSuggestions(mark, of: editor.field)
    case .chosen(let word, let new): return put(new, inPlaceOf: word, at: now)
    case .ignored(let word):
      focus.editor?.ignore(word)
      return []
    case .accepted(let word): return [.spelling(.add(word), settings.spelling)]
    case .checked(let words, let revision): return mark(words, of: revision, at: now)
    case .suggested(let words, let word): return showSuggestions(words, for: word)
    case .added(let complaint):
      return checkSpelling(at: now)
        + (complaint.map { [.note($0, isError: true)] } ?? [])
    case .missing(let complaint):
      let isWanted = focus.editor?.spelling.dictionaryMissing(complaint) == true
      return isWanted ? [.note(complaint, isError: true)] : []
    }
  }

  /// Starts a check, if one is due.
  mutating func checkSpelling(ifDueAt now: Double) -> [Effect] {
    guard var editor = focus.editor, editor.spelling.isDue(at: now, for: editor.revision) else {
      return []
    }
    focus.editor = editor
    return [
      .spelling(
        .check(
          [.title: editor.title.text, .summary: editor.summary.text, .body: editor.body.text],
          revision: editor.revision), settings.spelling)
    ]
  }

  private mutating func checkSpelling(at now: Double) -> [Effect] {
    let language = settings.spelling
    focus.editor?.spelling.changed(language: language, due: now)
    return checkSpelling(ifDueAt: now)
  }

  private mutating func mark(
    _ words: [MisspeltWord], of revision: Int, at now: Double
  ) -> [Effect] {
    guard var editor = focus.editor else { return [] }
    let areWanted = editor.spelling.checked(revision)
    if editor.revision == revision {
      for field in EditorField.allCases {
        let ignored = editor.spelling.ignored
        editor[field].mark(
          words.filter { $0.field == field && !ignored.contains($0.text) }.map(\.range))
      }
    }
    focus.editor = editor
    return areWanted ? suggest(at: now) : []
  }

  // MARK: Suggestions

  private mutating func suggest(at now: Double) -> [Effect] {
    guard var editor = focus.editor else { return [] }
    if settings.spelling == .none {
      return [.note("Spelling is switched off in the configuration.")]
    }
    if let complaint = editor.spelling.complaint {
      return [.note(complaint, isError: true)]
    }
    if editor.spelling.isBehind {
      focus.editor?.spelling.requestSuggestions(at: now)
      return checkSpelling(ifDueAt: now)
    }
    guard let (field, mark) = editor.nextMisspelt else {
      return [.note("No spelling mistakes found.")]
    }
    editor.go(to: field)
    editor[field].place(at: mark.upperBound)
    focus.editor = editor
    lists.scrollCaretIntoView(editor, context(at: now))
    return loadSuggestions(mark, of: field)
  }

  private func loadSuggestions(_ range: Range<TextPosition>, of field: EditorField) -> [Effect] {
    guard let text = focus.editor?[field].text(in: range) else { return [] }
    let word = MisspeltWord(text: text, field: field, range: range)
    return [.spelling(.suggest(word), settings.spelling)]
  }

  private mutating func showSuggestions(_ words: [String], for word: MisspeltWord) -> [Effect] {
    // A user who is typing is not interrupted.
    guard let editor = focus.top as? EditorState,
      editor[word.field].text(in: word.range) == word.text
    else { return [] }
    let choices = words.enumerated().map { index, text in
      Dialog.Button(
        title: "\(index + 1) \(text)", action: .editor(.spelling(.chosen(word, text))))
    }
    ask(
      Dialog(
        "“\(word.text)” is not in the dictionary.",
        choices + [
          .init(title: "Ignore", action: .editor(.spelling(.ignored(word.text)))),
          .init(title: "Add to my words", action: .editor(.spelling(.accepted(word.text)))),
        ]))
    return []
  }

  private mutating func put(
    _ new: String, inPlaceOf word: MisspeltWord, at now: Double
  ) -> [Effect] {
    guard var editor = focus.editor, editor[word.field].text(in: word.range) == word.text else {
      return []
    }
    editor.replace(word.range, of: word.field, with: new)
    return replaceEditor(with: editor, at: now)
  }
}

extension EditorState {
  /// Leaves a word as it is wherever it stands.
  fileprivate mutating func ignore(_ word: String) {
    spelling.ignored.insert(word)
    for field in EditorField.allCases {
      let marks = self[field].marks.filter { self[field].text(in: $0) != word }
      self[field].mark(marks)
    }
  }

  /// The misspelt word at the caret, otherwise the next one in any field, wrapping around.
  fileprivate var nextMisspelt: (EditorField, Range<TextPosition>)? {
    let here = self[field]
    if let mark = here.mark(at: here.caret.position) { return (field, mark) }
    if let mark = here.mark(after: here.caret.position), mark.lowerBound > here.caret.position {
      return (field, mark)
    }
    let all = EditorField.allCases
    let others = (1...all.count).map { all[(field.rawValue + $0) % all.count] }
    return others.lazy.compactMap { field in self[field].marks.first.map { (field, $0) } }.first
  }
}
