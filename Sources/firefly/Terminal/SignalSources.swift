import Dispatch
import Foundation

/// Delivers signals on the main queue.
@MainActor
final class SignalSources {
  private var sources: [any DispatchSourceSignal] = []
  private var numbers: [Int32] = []

  /// Calls `handler` for each delivery of a signal, instead of its default action.
  func on(_ number: Int32, _ handler: @escaping @MainActor () -> Void) {
    signal(number, SIG_IGN)
    let source = DispatchSource.makeSignalSource(signal: number, queue: .main)
    source.setEventHandler { MainActor.assumeIsolated { handler() } }
    source.resume()
    sources.append(source)
    numbers.append(number)
  }

  /// Restores the default actions of the signals.
  func stop() {
    for source in sources { source.cancel() }
    for number in numbers { signal(number, SIG_DFL) }
    (sources, numbers) = ([], [])
  }
}
