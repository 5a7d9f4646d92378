import Foundation

/// A signal that comes while something is done that has to be brought to an end.
///
/// What is done is cancelled, and when it is over the program ends as the signal would have ended it. A
/// second signal ends it at once.
@MainActor
final class Interruption {
  private let signals = SignalSources()
  private var received: Int32?
  private var cancel: () -> Void = {}

  private init() {
    for number in [SIGINT, SIGTERM, SIGHUP] { signals.on(number) { self.arrived(number) } }
  }

  /// Runs something asynchronous to its end; called on the main thread.
  /// - Throws: what the work throws.
  nonisolated static func run<Value: Sendable>(
    _ work: @escaping @Sendable () async throws -> Value
  ) throws -> Value {
    let interruption = MainActor.assumeIsolated { Interruption() }
    defer { MainActor.assumeIsolated { interruption.end() } }
    return try MainLoop.run { try await interruption.perform(work) }
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

  /// Lets the signals do what they do by default, first of all the one that came.
  private func end() {
    signals.stop()
    if let received { raise(received) }
  }
}
