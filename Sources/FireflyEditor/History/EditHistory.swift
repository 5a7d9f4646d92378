/// The undo history of a text.
struct EditHistory: Hashable, Sendable {
  /// Maximum number of steps; the oldest are dropped first.
  static let maximumSteps = 10_000
  /// Maximum number of bytes of text, except for the last step.
  static let maximumBytes = 64 << 20

  private(set) var undoSteps: [EditStep] = []
  private(set) var redoSteps: [EditStep] = []
  private var bytes = 0
  /// Whether the next change may join the last step.
  private var isOpen = false

  /// Records a change.
  mutating func record(_ step: EditStep) {
    bytes += step.count - redoSteps.reduce(0) { $0 + $1.count }
    redoSteps = []
    if !isOpen || undoSteps.isEmpty || !undoSteps[undoSteps.count - 1].join(step) {
      undoSteps.append(step)
    }
    isOpen = true
    if undoSteps.count > Self.maximumSteps || bytes > Self.maximumBytes { dropOldest() }
  }

  /// Ends the step: the next change begins another.
  mutating func close() { isOpen = false }

  /// Returns the step to undo and moves it to the redo steps.
  mutating func popUndo() -> EditStep? {
    isOpen = false
    guard let step = undoSteps.popLast() else { return nil }
    redoSteps.append(step)
    return step
  }

  /// Returns the step to redo and moves it to the undo steps.
  mutating func popRedo() -> EditStep? {
    isOpen = false
    guard let step = redoSteps.popLast() else { return nil }
    undoSteps.append(step)
    return step
  }

  /// Drops the last redo step, which was undone permanently.
  mutating func dropUndone() {
    guard let step = redoSteps.popLast() else { return }
    bytes -= step.count
  }

  /// Drops a tenth of the steps at once, so that this happens rarely.
  private mutating func dropOldest() {
    var count = 0
    while count + 1 < undoSteps.count,
      undoSteps.count - count > Self.maximumSteps - Self.maximumSteps / 10
        || bytes > Self.maximumBytes
    {
      bytes -= undoSteps[count].count
      count += 1
    }
    undoSteps.removeFirst(count)
  }
}
