import FireflyEditor

/// The line in which the path of a picture is typed.
struct PathLine: Equatable, Sendable {
  /// The path.
  private(set) var text: TextEditor
  /// The names that it can go on with, if that was asked for and there are several.
  private(set) var completion: PathCompletion?
  /// Which of them stands in it; nil for none yet.
  private(set) var chosen: Int?
  /// Why it can't be taken, as a sentence.
  private(set) var complaint: String?
  /// Whether a picture is made ready.
  private(set) var isBusy = false

  /// A line.
  init(_ path: String = "", columns: Int) {
    text = TextEditor(path, mode: .line, width: columns)
  }

  /// Gives it another width.
  mutating func resize(columns: Int) { text.resize(width: columns) }

  /// Does something to the text.
  mutating func edit(_ command: EditorCommand) -> [Effect] {
    guard !isBusy else { return [] }
    var command = command
    if case .paste(let pasted) = command {
      command = .paste(PastedPath(pasted)?.path ?? pasted)
    }
    let outcome = text.apply(command)
    if outcome.didChange { (completion, chosen, complaint) = (nil, nil, nil) }
    return outcome.clipboard.map { [.terminal(.copy($0))] } ?? []
  }

  /// Goes on by itself: as far as there is one way, then from name to name.
  mutating func complete(_ step: Int) -> [Effect] {
    guard !isBusy else { return [] }
    guard let completion else { return [.attachment(.completePath(text.text))] }
    let count = completion.names.count
    choose(chosen.map { ($0 + step + count) % count } ?? (step > 0 ? 0 : count - 1))
    return []
  }

  /// Takes one of the names over.
  mutating func choose(_ index: Int) {
    guard let completion, completion.names.indices.contains(index) else { return }
    chosen = index
    put(completion.folder + completion.names[index])
  }

  /// How it can go on was found.
  mutating func namesFound(_ found: PathCompletion) {
    guard found.text == text.text, !isBusy else { return }
    (completion, chosen) = (nil, nil)
    complaint = found.complaint
    guard !found.names.isEmpty else { return }
    let next = found.folder + found.commonBeginning
    // What differs in letters' case alone is put right as well.
    if found.names.count == 1 || next.count > text.text.count { put(next) }
    if found.names.count > 1 { completion = found }
  }

  /// It is as it should be.
  ///
  /// - Returns: the path; nil where it leads to a folder, of which the names are shown, or nowhere.
  mutating func accept() -> (path: String?, effects: [Effect]) {
    let path = text.text
    guard !isBusy, path.contains(where: { !$0.isWhitespace }) else { return (nil, []) }
    guard !path.hasSuffix("/"), path != "~" else {
      (completion, chosen) = (nil, nil)
      return (nil, [.attachment(.completePath(path))])
    }
    isBusy = true
    (completion, chosen, complaint) = (nil, nil, nil)
    return (path, [])
  }

  /// The picture was refused, for a reason.
  mutating func refuse(_ reason: String) {
    isBusy = false
    complaint = reason
  }

  private mutating func put(_ path: String) {
    text.apply(.selectAll)
    text.apply(.commit(path))
  }
}
