/// Those who wait until the loop has come so far.
@MainActor
final class ConditionWaits {
  private struct Wait {
    let isOver: @MainActor () -> Bool
    let continuation: CheckedContinuation<Bool, Never>
  }

  private var waits: [Int: Wait] = [:]
  private var lastNumber = 0

  /// Whether a request waits.
  var hasPendingRequests: Bool { !waits.isEmpty }

  /// Waits until something is so, which is looked at whenever `check` is called.
  ///
  /// - Returns: whether it was so within the time; false, too, where who waits gives up.
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

  /// Something has happened: ends the waits that are over.
  func check() {
    guard !waits.isEmpty else { return }
    for (number, wait) in waits where wait.isOver() { end(number, true) }
  }

  private func end(_ number: Int, _ isOver: Bool) {
    waits.removeValue(forKey: number)?.continuation.resume(returning: isOver)
  }
}
