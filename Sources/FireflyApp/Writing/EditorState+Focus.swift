import FireflyCore
import FireflyEditor
import FireflyScreen

extension EditorState: FocusLayer {
  /// Line mode asks for its fields instead.
  func spoken(in context: SpokenContext) -> SpokenLayer? { nil }

  var lineUse: LineUse { LineUse(asksForFields: true, takesText: false) }

  var keyContext: KeyContext {
    isChordBegun ? .editorChord : pathLine != nil ? .path : .editor
  }

  func action(forUnbound key: Key, _ keymap: Keymap) -> Action? {
    if isChordBegun { return .editor(.chordLeft) }
    // Every key of the line for a path has an answer.
    guard let command = EditorKeys.standard.command(for: key) else {
      return pathLine == nil ? nil : .editor(.otherPressed)
    }
    if pathLine != nil { return .editor(.attachment(.pathEdited(command))) }
    // Other keys may have been bound to something else, or unbound.
    guard case .type = command else { return nil }
    return .editor(.edited(command))
  }

  func action(forPasted text: String) -> Action? {
    pathLine != nil
      ? .editor(.attachment(.pathEdited(.paste(text)))) : .editor(.edited(.paste(text)))
  }

  func action(forWheel steps: Int, rows: Int) -> Action? { .editor(.wheelTurned(steps)) }

  /// Only the editor's own elements react.
  func reacts(to action: Action) -> Bool { if case .editor = action { true } else { false } }

  /// Places the caret and selects text.
  func actions(
    for event: MouseEvent, over element: Element?, since press: MousePress?
  ) -> [Action]? {
    switch event.kind {
    case .press:
      return cell(of: event, in: element).map { [.editor(.fieldPressed($0, row: $1, column: $2))] }
        ?? []
    case .menuPress:
      guard let (field, row, column) = cell(of: event, in: element) else { return [] }
      return [
        .editor(.fieldPressed(field, row: row, column: column)),
        .editor(.spelling(.caretSuggestionsPressed)),
      ]
    case .drag:
      return cell(of: event, in: press?.element)
        .map { [.editor(.fieldDragged($0, row: $1, column: $2))] } ?? []
    case .release:
      guard let press, press.isClick(endingAt: event.point) else { return [] }
      switch press.element?.action {
      case .editor(.fieldPressed), nil: return []
      case .editor(let action)?: return [.editor(action)]
      default: return [.editor(.otherPressed)]
      }
    case .wheelUp, .wheelDown: return nil
    }
  }

  /// Returns the cell of a text field at the mouse; nil if the element is not a field.
  private func cell(
    of event: MouseEvent, in element: Element?
  ) -> (EditorField, row: Int, column: Int)? {
    // While a path is being typed, the card doesn't react.
    guard pathLine == nil, let element,
      case .editor(.fieldPressed(let field, let row, let column)) = element.action
    else { return nil }
    return (
      field, row: row + event.point.y - element.rect.y,
      column: column + event.point.x - element.rect.x
    )
  }

  var pictures: [String] { textPictures }

  func draw(_ canvas: Canvas, pictures: some PictureSource, into frame: inout Frame) {
    if let pathLine { PathLineView(line: pathLine, canvas: canvas).draw(into: &frame) }
  }
}

extension FocusStack {
  /// The open editor; nil if there is none.
  var editor: EditorState? {
    get { self[EditorState.self] }
    _modify { yield &self[EditorState.self] }
  }
}

extension EditorState {
  /// The fields that are drawn: a reply is its text alone until Shift-Tab leads to its summary.
  var shownFields: [EditorField] {
    let isAlone = isReply && field == .body && title.isEmpty && summary.isEmpty
    return isAlone ? [.body] : fields
  }
}
