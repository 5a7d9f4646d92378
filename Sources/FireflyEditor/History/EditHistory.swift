/// What was done to a text and can be taken back.
struct EditHistory: Hashable, Sendable {
  /// Steps that are kept at most; the oldest go first.
  static let maximumSteps = 10_000
  /// Bytes of text that are kept at most, but for the last step.
  static let maximumBytes = 64 << 20

  private(set) var done: [EditStep] = []
  private(set) var undone: [EditStep] = []
  private var bytes = 0
  /// Whether the next change may become part of the last step.
  private var isOpen = false

  /// Notes a change that was made.
  mutating func record(_ step: EditStep) {
    bytes += step.count - undone.reduce(0) { $0 + $1.count }
    undone = []
    if !isOpen || done.isEmpty || !done[done.count - 1].join(step) { done.append(step) }
    isOpen = step.kind != .whole
    if done.count > Self.maximumSteps || bytes > Self.maximumBytes { forgetOldest() }
  }

  /// Ends the step: what comes next is another.
  mutating func close() { isOpen = false }

  /// The step to take back; from now on it can be done again.
  mutating func takeUndo() -> EditStep? {
    isOpen = false
    guard let step = done.popLast() else { return nil }
    undone.append(step)
    return step
  }

  /// The step to do again.
  mutating func takeRedo() -> EditStep? {
    isOpen = false
    guard let step = undone.popLast() else { return nil }
    done.append(step)
    return step
  }

  /// Forgets the last step, which was taken back for good.
  mutating func dropUndone() {
    guard let step = undone.popLast() else { return }
    bytes -= step.count
  }

  /// Makes room for a tenth of the steps, so that it isn't done at each.
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
