/// Tasks that wait until a condition on the loop is true.
@MainActor
final class ConditionWaits {
  private struct Wait {
    let isOver: @MainActor () -> Bool
    let continuation: CheckedContinuation<Bool, Never>
  }

  private var waits: [Int: Wait] = [:]
  private var lastNumber = 0

  /// Whether a task is waiting.
  var hasPendingRequests: Bool { !waits.isEmpty }

  /// Waits until a condition is true; `check` evaluates it.
  ///
  /// - Parameter seconds: the timeout.
  /// - Returns: whether the condition became true in time; false if the task was cancelled.
  func wait(for seconds: Double, until isOver: @escaping @MainActor () -> Bool) async -> Bool {
    if isOver() { return true }
    lastNumber += 1
    let number = lastNumber
    let alarm = Task { [weak self] in
      try? await Task.sleep(for: .seconds(seconds))
      if !Task.isCancelled { self?.end(number, false) }
    }
    defer { alarm.cancel() }
    return await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        guard !Task.isCancelled else { return continuation.resume(returning: false) }
        waits[number] = Wait(isOver: isOver, continuation: continuation)
      }
    } onCancel: {
      Task { @MainActor [weak self] in self?.end(number, false) }
    }
  }

  /// Ends the waits whose condition is true.
  ///
  /// To be called after every change.
  func check() {
    guard !waits.isEmpty else { return }
    for (number, wait) in waits where wait.isOver() { end(number, true) }
  }

  private func end(_ number: Int, _ isOver: Bool) {
    waits.removeValue(forKey: number)?.continuation.resume(returning: isOver)
  }
}
