/// The undo history of a text.
struct EditHistory: Hashable, Sendable {
  /// Maximum number of steps; the oldest are dropped first.
  static let maximumSteps = 10_000
  /// Maximum number of bytes of text, except for the last step.
  static let maximumBytes = 64 << 20

  private(set) var done: [EditStep] = []
  private(set) var undone: [EditStep] = []
  private var bytes = 0
  /// Whether the next change may join the last step.
  private var isOpen = false

  /// Records a change.
  mutating func record(_ step: EditStep) {
    bytes += step.count - undone.reduce(0) { $0 + $1.count }
    undone = []
    if !isOpen || done.isEmpty || !done[done.count - 1].join(step) { done.append(step) }
    isOpen = true
    if done.count > Self.maximumSteps || bytes > Self.maximumBytes { forgetOldest() }
  }

  /// Ends the step: the next change begins another.
  mutating func close() { isOpen = false }

  /// Returns the step to undo and moves it to the redo steps.
  mutating func popUndo() -> EditStep? {
    isOpen = false
    guard let step = done.popLast() else { return nil }
    undone.append(step)
    return step
  }

  /// Returns the step to redo and moves it to the undo steps.
  mutating func popRedo() -> EditStep? {
    isOpen = false
    guard let step = undone.popLast() else { return nil }
    done.append(step)
    return step
  }

  /// Drops the last redo step, which was undone permanently.
  mutating func dropUndone() {
    guard let step = undone.popLast() else { return }
    bytes -= step.count
  }

  /// Drops a tenth of the steps at once, so that this happens rarely.
  private mutating func forgetOldest() {
    var count = 0
    while count + 1 < done.count,
      done.count - count > Self.maximumSteps - Self.maximumSteps / 10
        || bytes > Self.maximumBytes
    {
      bytes -= done[count].count
      count += 1
    }
    done.removeFirst(count)
  }
}
