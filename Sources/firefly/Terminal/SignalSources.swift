import Dispatch
import Foundation

/// Signals, delivered on the main queue instead of in the middle of anything.
@MainActor
final class SignalSources {
  private var sources: [any DispatchSourceSignal] = []
  private var numbers: [Int32] = []

  /// Calls `handler` for each delivery of a signal; its default action is switched off.
  func on(_ number: Int32, _ handler: @escaping @MainActor () -> Void) {
    signal(number, SIG_IGN)
    let source = DispatchSource.makeSignalSource(signal: number, queue: .main)
    source.setEventHandler { MainActor.assumeIsolated { handler() } }
    source.resume()
    sources.append(source)
    numbers.append(number)
  }

  /// Lets the signals do again what they do by default.
  func stop() {
    for source in sources { source.cancel() }
    for number in numbers { signal(number, SIG_DFL) }
    (sources, numbers) = ([], [])
  }
}
