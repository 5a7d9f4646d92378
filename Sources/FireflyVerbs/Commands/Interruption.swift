import FireflyCore
import Foundation

/// Handles signals during work that has to be cleaned up.
///
/// The work is cancelled, and then the program ends as the signal would have ended it. A second
/// signal ends it at once.
@MainActor
final class Interruption {
  private let signals = SignalSources()
  private var received: Int32?
  private var cancel: () -> Void = {}

  private init() {
    signals.onEnds { self.arrived($0) }
  }

  /// Runs asynchronous work; only the main thread receives signals.
  ///
  /// - Parameter words: what is done, for a bar that shows its steps; nil for no bar.
  nonisolated static func run<Value: Sendable>(
    showing words: String? = nil, _ work: @escaping @Sendable () async throws -> Value
  ) throws -> Value {
    guard Thread.isMainThread else { return try MainLoop.run(work) }
    let interruption = MainActor.assumeIsolated { Interruption() }
    let bar = words.flatMap { ProgressBar.shown($0, cleanUp: nil) }
    defer {
      bar?.finish()
      MainActor.assumeIsolated { interruption.end() }
    }
    let progress = bar.map { bar in WorkProgress { bar.show($0, of: $1) } }
    return try MainLoop.run {
      try await WorkProgress.$current.withValue(progress) { () async throws -> Value in
        try await interruption.perform(work)
      }
    }
  }

  private func perform<Value: Sendable>(
    _ work: @escaping @Sendable () async throws -> Value
  ) async throws -> Value {
    let task = Task { try await work() }
    cancel = { task.cancel() }
    if received != nil { task.cancel() }
    return try await task.value
  }

  private func arrived(_ number: Int32) {
    let isFirst = received == nil
    received = number
    if isFirst { cancel() } else { end() }
  }

  /// Restores the default actions of the signals, and raises the received one.
  private func end() {
    signals.stop()
    if let received { raise(received) }
  }
}
