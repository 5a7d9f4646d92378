import FireflyScreen

/// Something that happened in a dialog.
public enum DialogAction: Hashable, Sendable {
  /// The next button (1) or the one before (-1) was asked for.
  case moved(Int)
  /// An answer of the next row (1) or the one before (-1) was asked for.
  case movedByRow(Int)
  /// The chosen button was pressed.
  case accepted
  /// A button was pressed.
  case pressed(Int)
  /// A key that types was pressed.
  case typed(Key)
  /// The key that opened the dialog was pressed again; it would do this otherwise, or nothing (nil).
  indirect case repeated(DialogAction?)
  /// Something that means nothing here was pressed or pasted.
  case ignored
  /// The question was left without an answer.
  case cancelled
}

/// A question with a few answers, the safe one chosen.
///
/// No letter presses a button: words that are typed in the belief that the user still writes, or is in a list,
/// must not answer anything.
struct Dialog: Hashable, Sendable {
  /// What keys that type do, Space included.
  enum Typing: Hashable, Sendable {
    /// A digit presses the answer that begins with it, Space the chosen one.
    case answers
    /// They do nothing. Behind them Enter counts after a rest only: the user may have typed a title in the
    /// belief that a new post has begun.
    case dropped
    /// They close the dialog and go on writing, and so does what is pasted.
    case writes
    /// They do nothing; Enter counts after a rest only. For dialogs that the user did not ask for.
    case ignored
  }

  /// Seconds without input after which Enter counts, where the user did not ask for the dialog.
  static let rest = 0.5
  /// Seconds after which the key that opened the dialog is no repetition any more: more than a keyboard
  /// waits before it repeats a key that is held.
  static let repetition = 0.7

  /// An answer.
  struct Button: Hashable, Sendable {
    /// Its words.
    let title: String
    /// What follows; nil for nothing.
    let action: Action?
  }

  /// What is asked.
  let question: String
  /// What hangs on it; nil for nothing.
  var detail: String?
  /// The answers, the safe one first.
  let buttons: [Button]
  /// The chosen one.
  private(set) var selected = 0
  /// Whether it is over.
  private(set) var isOver = false
  /// What keys that type do.
  let typing: Typing
  /// What opened it, while its key may still be held; nil before that is known, and after another key.
  private(set) var opener: Action?
  /// When the last input came, or the dialog itself, in seconds of the monotonic clock; nil before it is
  /// shown.
  private var lastInput: Double?
  /// Whether that was a key that types, or pasted.
  private var wasTyped = false

  init(
    _ question: String, detail: String? = nil, typing: Typing = .answers, _ buttons: [Button]
  ) {
    self.question = question
    self.detail = detail
    self.typing = typing
    self.buttons = buttons
  }

  /// Says why something can't be done.
  init(refusal: String) {
    self.init(refusal, typing: .ignored, [Button(title: "OK", action: nil)])
  }

  /// Notes what opened it, and when; does nothing after the first time.
  mutating func opened(by action: Action, at now: Double) {
    guard lastInput == nil else { return }
    (opener, lastInput) = (action, now)
  }

  /// The answers by their rows: as many on each as there is room for.
  ///
  /// - `width`: columns.
  func rows(width: Int) -> [[Int]] {
    var rows: [[Int]] = []
    var used = 0
    for (index, button) in buttons.enumerated() {
      let columns = Glyph.glyphs(of: button.title).displayWidth + 4
      if rows.isEmpty || used + columns + 1 > width {
        rows.append([])
        used = -1
      }
      rows[rows.count - 1].append(index)
      used += columns + 1
    }
    return rows
  }

  /// Takes what happened.
  ///
  /// - `width`: columns for the answers.
  mutating func reduce(_ action: DialogAction, width: Int, at now: Double) -> [Effect] {
    let pause = now - (lastInput ?? -.infinity)
    lastInput = now
    if case .repeated(let meaning) = action {
      guard pause >= Self.repetition, let meaning else { return [] }
      return reduce(meaning, width: width, after: pause)
    }
    opener = nil
    defer {
      wasTyped =
        switch action {
        case .typed, .ignored: true
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
    case .cancelled: isOver = true
    case .repeated, .ignored: break
    }
    return []
  }

  private mutating func typed(_ key: Key) -> [Effect] {
    switch typing {
    case .answers:
      guard let digit = key.typed, digit.isWholeNumber else { return [] }
      return buttons.firstIndex { $0.title.first == digit }.map { press($0) } ?? []
    case .writes:
      isOver = true
      return [.send(.dialog(.typed(key)))]
    case .ignored, .dropped: return []
    }
  }

  /// Goes up or down where answers stand there; else it stays.
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

  func draw(_ canvas: Canvas, pictures: some PictureSource, into frame: inout Frame) {
    DialogView(canvas: canvas, dialog: self).draw(into: &frame)
  }
}

extension FocusStack {
  /// The topmost question; nil if there is none.
  var dialog: Dialog? {
    get { self[Dialog.self] }
    _modify { yield &self[Dialog.self] }
  }
}
