import FireflyScreen

/// An event in a dialog.
package enum DialogAction: Hashable, Sendable {
  /// The next (1) or previous (-1) button was requested.
  case moved(Int)
  /// A button in the next (1) or previous (-1) row was requested.
  case movedByRow(Int)
  /// The selected button was pressed.
  case accepted
  /// A button was pressed.
  case pressed(Int)
  /// A key that types was pressed.
  case typed(Key)
  /// Text was pasted.
  case pasted(String)
  /// The key that opened the dialog was pressed again; without that, it would do this, or nothing
  /// (nil).
  indirect case repeated(DialogAction?)
  /// A key that no text has was pressed, which a refusal may name: it closes that, and does what it does below.
  indirect case passed(Action)
  /// Something without a meaning here was pressed.
  case ignored
  /// The dialog was cancelled.
  case cancelled
  /// A feature asks a question.
  indirect case asked(Dialog)
  /// A feature says why an action is impossible; keys typed ahead are ignored.
  case refused(String)
  /// The consequences of an action that a dialog offers are known.
  indirect case explained(Action, detail: String?)
  /// An action is no longer possible: the dialog that offers it is closed.
  indirect case withdrawn(Action)
}

/// A question with a few buttons; the safe one is selected at first.
///
/// No letter presses a button, because the user may still be typing.
package struct Dialog: Hashable, Sendable {
  /// What keys that type do, Space included.
  enum TypingPolicy: Hashable, Sendable {
    /// A digit presses the button that begins with it, Space the selected one.
    case answers
    /// They do nothing, and for a moment afterwards Enter doesn't either: the user may be typing a
    /// title, believing that a new post has begun.
    case dropped
    /// They, and pasted text, close the dialog and go to the editor.
    case writes
    /// They, and pasted text, press the button that begins another text, and are its first words: they were
    /// typed before the question came.
    case begins
    /// They do nothing, and Enter works after a moment without input only. For dialogs that the
    /// user did not request.
    case ignored
  }

  /// Seconds without input after which Enter works, if the user did not request the dialog.
  static let rest = 0.5
  /// Seconds after which the key that opened the dialog is no longer a repetition; longer than the
  /// initial delay of key repeat.
  static let repetition = 0.7

  /// A button.
  struct Button: Hashable, Sendable {
    let title: String
    /// The action; nil for none.
    let action: Action?
  }

  let question: String
  /// The consequences; nil for none.
  var detail: String?
  /// The buttons, the safe one first.
  let buttons: [Button]
  /// How many of the first buttons have a row of their own: they are a list to choose from.
  var listed = 0
  /// The index of the selected button.
  private(set) var selected = 0
  /// Whether it was closed.
  private(set) var isOver = false
  /// What keys that type do.
  let typing: TypingPolicy
  /// The action that opened it, while its key may still be held; nil before it is shown, and after
  /// another key.
  private(set) var opener: Action?
  /// When the last input, or the dialog, arrived, in seconds of the monotonic clock; nil before it
  /// is shown.
  private var lastInput: Double?
  /// Keys that type the same as the key that opened it: held, or the beginning of a word.
  private var held: [Key] = []
  /// Whether the last input was a key that types, or pasted text.
  private var wasTyped = false

  init(
    _ question: String, detail: String? = nil, typing: TypingPolicy = .answers, _ buttons: [Button],
    selecting selected: Int = 0
  ) {
    self.selected = selected
    self.question = question
    self.detail = detail
    self.typing = typing
    self.buttons = buttons
  }

  /// Creates a dialog that says why an action is impossible.
  init(refusal: String) {
    self.init(refusal, typing: .ignored, [Button(title: "OK", action: nil)])
  }

  /// Records the action that opened it, and when; only once.
  mutating func opened(by action: Action, at now: Double) {
    guard lastInput == nil else { return }
    (opener, lastInput) = (action, now)
  }

  /// Returns the indices of the buttons in rows of at most `width` columns.
  func rows(width: Int) -> [[Int]] {
    var rows: [[Int]] = []
    var used = 0
    for (index, button) in buttons.enumerated() {
      let columns = Glyph.glyphs(of: button.title).displayWidth + 4
      if rows.isEmpty || used + columns + 1 > width || index <= listed {
        rows.append([])
        used = -1
      }
      rows[rows.count - 1].append(index)
      used += columns + 1
    }
    return rows
  }

  /// Handles an action.
  ///
  /// - Parameters:
  ///   - width: columns for the buttons.
  ///   - now: seconds of the monotonic clock.
  /// - Returns: the effects to run.
  mutating func reduce(_ action: DialogAction, width: Int, at now: Double) -> [Effect] {
    let pause = now - (lastInput ?? -.infinity)
    lastInput = now
    if case .repeated(let meaning) = action {
      guard pause >= Self.repetition, let meaning else {
        if typing == .begins, case .typed(let key)? = meaning { held.append(key) }
        return []
      }
      return reduce(meaning, width: width, after: pause)
    }
    opener = nil
    defer {
      wasTyped =
        switch action {
        case .typed, .pasted, .ignored: true
        default: false
        }
    }
    return reduce(action, width: width, after: pause)
  }

  private mutating func reduce(_ action: DialogAction, width: Int, after pause: Double) -> [Effect]
  {
    switch action {
    case .movedByRow(let step): moveByRow(step, width: width)
    case .moved(let step): selected = (selected + step + buttons.count) % buttons.count
    case .accepted:
      let isLate = typing == .ignored || typing == .dropped && wasTyped
      return isLate && pause < Self.rest ? [] : press(selected)
    case .pressed(let index): return press(index)
    case .typed(let key): return typed(key)
    case .pasted(let text):
      guard typing == .writes || typing == .begins else { return [] }
      return begin() + [.send(.pasted(text))]
    case .cancelled: isOver = true
    case .passed(let action):
      isOver = true
      return [.send(action)]
    case .repeated, .ignored, .asked, .refused, .explained, .withdrawn: break
    }
    return []
  }

  private mutating func typed(_ key: Key) -> [Effect] {
    switch typing {
    case .answers:
      guard let digit = key.typed, digit.isWholeNumber else { return [] }
      return buttons.firstIndex { $0.title.first == digit }.map { press($0) } ?? []
    case .writes, .begins: return begin() + [.send(.dialog(.typed(key)))]
    case .ignored, .dropped: return []
    }
  }

  /// Closes it for what is typed, and begins the text where the question was which one.
  private mutating func begin() -> [Effect] {
    isOver = true
    guard typing == .begins, let buttonBeginningAnother else { return [] }
    return press(buttonBeginningAnother) + held.map { .send(.dialog(.typed($0))) }
  }

  /// The index of the button that begins another text beside a draft; nil for none.
  var buttonBeginningAnother: Int? {
    buttons.firstIndex { button in
      if case .editor(.draftChosen(isNew: true, _)) = button.action { true } else { false }
    }
  }

  /// Moves to the row above or below, if there is one.
  private mutating func moveByRow(_ step: Int, width: Int) {
    let rows = rows(width: width)
    guard let row = rows.firstIndex(where: { $0.contains(selected) }),
      let place = rows[row].firstIndex(of: selected), rows.indices.contains(row + step)
    else { return }
    let next = rows[row + step]
    selected = next[min(place, next.count - 1)]
  }

  private mutating func press(_ index: Int) -> [Effect] {
    guard buttons.indices.contains(index) else { return [] }
    isOver = true
    return buttons[index].action.map { [.send($0)] } ?? []
  }
}

extension Dialog: FocusLayer {
  var keyContext: KeyContext { .dialog }

  /// Keys that type do only what `TypingPolicy` allows.
  func action(for key: Key, _ keymap: Keymap, below: () -> Action?) -> Action? {
    let bound = keymap.action(for: key, in: .dialog)
    var meaning: Action? = key.typed == nil ? bound : .dialog(.typed(key))
    if typing == .ignored, case .function = key.code, let action = below(),
      action != .unknownKeyPressed(key)
    {
      meaning = .dialog(.passed(action))
    }
    if typing == .answers, let bound { meaning = bound }
    if let opener, below() == opener {
      guard case .dialog(let action)? = meaning else { return .dialog(.repeated(nil)) }
      return .dialog(.repeated(action))
    }
    return meaning ?? .dialog(.ignored)
  }

  func action(forPasted text: String) -> Action? { .dialog(.pasted(text)) }

  func draw(_ canvas: Canvas, pictures: some PictureSource, into frame: inout Frame) {
    DialogView(canvas: canvas, dialog: self).draw(into: &frame)
  }
}

extension FocusStack {
  /// The topmost dialog; nil if there is none.
  var dialog: Dialog? {
    get { self[Dialog.self] }
    _modify { yield &self[Dialog.self] }
  }
}
