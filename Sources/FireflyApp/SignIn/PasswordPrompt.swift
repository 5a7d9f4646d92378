import FireflyCore
import FireflyEditor
import FireflyScreen

/// Asks for the password of a feed's server.
///
/// It is never shown, and in no draft.
struct PasswordPrompt: Equatable, Sendable {
  static let maximumLength = 500

  /// The account.
  let request: PasswordRequest
  /// What was typed.
  private(set) var password = ""
  /// Whether it was closed.
  private(set) var isOver = false
  /// Whether the server has refused another one before.
  let isRefused: Bool

  init(_ request: PasswordRequest, isRefused: Bool = false) {
    (self.request, self.isRefused) = (request, isRefused)
  }

  var question: String { "The password of \(request.name) on \(request.host)" }

  mutating func reduce(_ action: PasswordAction) -> [Effect] {
    switch action {
    case .edited(let command):
      Self.edit(&password, command)
      return []
    case .closed:
      isOver = true
      return []
    case .accepted:
      guard !password.isEmpty else { return [] }
      isOver = true
      return [
        .send(.editor(.passwordGiven(request))), .writing(.givePassword(password, request)),
        .send(.editor(.savePressed)),
      ]
    }
  }

  /// Edits a password.
  static func edit(_ password: inout String, _ command: EditorCommand) {
    switch command {
    case .type(let text), .commit(let text), .paste(let text):
      password += text.filter { !$0.isNewline }.prefix(maximumLength - password.count)
    case .erase(.left): password = String(password.dropLast())
    case .erase, .kill: password = ""
    default: break
    }
  }
}

/// An event of the question for a password.
package enum PasswordAction: Hashable, Sendable {
  /// The password was edited.
  case edited(EditorCommand)
  /// Enter was pressed.
  case accepted
  /// It was closed.
  case closed
}

extension PasswordPrompt: FocusLayer {
  var keyContext: KeyContext { .signIn }
  var lineUse: LineUse {
    LineUse(isSecret: true, nothingNew: "Nothing was typed. Type the password, or esc.")
  }

  /// It has the keys of the sign-in that go on and close.
  func action(for key: Key, _ keymap: Keymap, below: () -> Action?) -> Action? {
    switch keymap.action(for: key, in: keyContext) {
    case .signIn(.accepted): .signIn(.password(.accepted))
    case .signIn(.closed): .signIn(.password(.closed))
    case nil: action(forUnbound: key, keymap)
    case let other?: if case .signIn = other { nil } else { other }
    }
  }

  func action(forPasted text: String) -> Action? { .signIn(.password(.edited(.paste(text)))) }

  func action(forUnbound key: Key, _ keymap: Keymap) -> Action? {
    EditorKeys.standard.command(for: key).map { .signIn(.password(.edited($0))) }
  }

  /// A click beside it does nothing.
  func action(forClick pressed: Action?) -> Action? {
    if case .signIn(.password)? = pressed { pressed } else { nil }
  }

  func draw(_ canvas: Canvas, pictures: some PictureSource, into frame: inout Frame) {
    Dimming.apply(to: &frame, colors: canvas.context.abilities.colors)
    let size = canvas.layout.size
    let columns = min(canvas.context.settings.tunables.dialogColumns, size.width)
    let width = DialogView.width(in: canvas.layout, canvas.context.settings.tunables)
    let edge = size.height >= 6 ? 1 : 0
    let room = size.height - 2 * edge
    let question = WordWrap.sentence(question, width: width, limit: max(1, min(3, room - 1)))
    let warning =
      request.isOverheard
      ? WordWrap.sentence(request.warning, width: width, limit: max(0, room - question.count - 2))
      : []
    let hasFoot = room > question.count + warning.count + 1
    let rows = question.count + warning.count + 1 + (hasFoot ? 1 : 0)
    let area = Rect(
      x: (size.width - columns) / 2, y: max(0, (size.height - rows - 2 * edge) / 2), width: columns,
      height: rows + 2 * edge)
    frame.fill(area, style: canvas.onSurface())
    if edge > 0, columns >= 12 {
      BoxLines.draw(
        area, isUnicode: canvas.symbols.hasBlocks, style: canvas.onSurface(), into: &frame)
    }
    let x = area.x + (columns - width) / 2
    var y = area.y + edge
    frame.spokenFrom = y
    for (index, line) in (question + warning).enumerated() {
      let style = canvas.onSurface(index < question.count ? .bold : [])
      frame.draw(line, at: Point(x: x, y: y), style: style)
      y += 1
    }
    let sign = canvas.symbols.hasBlocks ? "•" : "*"
    let shown = String(repeating: sign, count: min(password.count, max(0, width - 3)))
    let end = frame.draw("> " + shown, at: Point(x: x, y: y), style: canvas.onSurface(.bold))
    (frame.cursor, frame.showsCursor) = (Point(x: min(end, area.maxX - 1), y: y), true)
    guard hasFoot else { return }
    let hints = [
      canvas.keyHint(.signIn(.accepted), "go on", in: keyContext),
      canvas.keyHint(.signIn(.closed), "back", in: keyContext),
    ].compactMap(\.self)
    let foot = Glyph.glyphs(of: hints.joined(separator: canvas.symbols.dot)).truncated(to: width)
    frame.draw(foot, at: Point(x: x, y: y + 1), style: canvas.hint(over: canvas.surface))
  }
}
