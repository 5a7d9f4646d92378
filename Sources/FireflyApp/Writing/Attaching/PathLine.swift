import FireflyEditor
import FireflyModel

/// The text field for the path of a picture.
struct PathLine: Equatable, Sendable {
  private(set) var text: TextEditor
  /// The folder where a path begins, for people; nil until it is known.
  private(set) var start: String?
  /// The possible names, if there are several.
  private(set) var completion: PathCompletion?
  /// The index of the chosen name; nil if none is chosen.
  private(set) var chosen: Int?
  /// Why the path was refused, as a sentence.
  private(set) var complaint: String?
  /// Whether the picture is being prepared.
  private(set) var isBusy = false
  /// Whether the picture goes into the text, at the caret.
  let isForText: Bool

  init(_ path: String = "", isForText: Bool = false, columns: Int) {
    self.isForText = isForText
    text = TextEditor(path, mode: .line, width: columns)
  }

  /// Changes the width in columns.
  mutating func resize(columns: Int) { text.resize(width: columns) }

  mutating func edit(_ command: EditorCommand) -> [Effect] {
    guard !isBusy else { return [] }
    var command = command
    if case .paste(let pasted) = command {
      let several = PastedPath.several(pasted).map(PastedPath.line)
      command = .paste(several ?? PastedPath(pasted)?.path ?? pasted)
    }
    let outcome = text.apply(command)
    if outcome.didChange { (completion, chosen, complaint) = (nil, nil, nil) }
    return outcome.clipboard.map { [.terminal(.copy($0))] } ?? []
  }

  /// Completes the path to the common prefix, then to one name after another.
  mutating func complete(_ step: Int) -> [Effect] {
    guard !isBusy else { return [] }
    guard let completion else { return [.attachment(.completePath(text.text))] }
    let count = completion.names.count
    choose(chosen.map { ($0 + step + count) % count } ?? (step > 0 ? 0 : count - 1))
    return []
  }

  /// Inserts a name of the completion.
  mutating func choose(_ index: Int) {
    guard let completion, completion.names.indices.contains(index) else { return }
    chosen = index
    put(completion.folder + completion.names[index])
  }

  /// Handles a completion.
  mutating func namesFound(_ found: PathCompletion) {
    guard found.text == text.text, !isBusy else { return }
    (completion, chosen) = (nil, nil)
    start = found.start ?? start
    complaint = found.complaint
    guard !found.names.isEmpty else { return }
    // Nothing was typed: they show what is there.
    if text.isEmpty { return completion = found }
    let next = found.folder + found.commonBeginning
    // Corrects the case of letters, too.
    if found.names.count == 1 || next.count > text.text.count { put(next) }
    if found.names.count > 1 { completion = found }
  }

  /// Accepts the path.
  ///
  /// - Returns: the paths of files; none for a folder, whose names are listed, or for an empty path.
  mutating func accept() -> (paths: [String], effects: [Effect]) {
    let path = text.text
    guard !isBusy else { return ([], []) }
    guard path.contains(where: { !$0.isWhitespace }) else {
      complaint = "Type the path of a picture first."
      return ([], [])
    }
    guard !path.hasSuffix("/"), path != "~" else {
      (completion, chosen) = (nil, nil)
      return ([], [.attachment(.completePath(path))])
    }
    isBusy = true
    (completion, chosen, complaint) = (nil, nil, nil)
    return (PastedPath.several(path) ?? [path], [])
  }

  /// Shows why the picture was refused.
  mutating func refuse(_ reason: String) {
    isBusy = false
    complaint = reason
  }

  private mutating func put(_ path: String) {
    text.apply(.selectAll)
    text.apply(.commit(path))
  }
}
