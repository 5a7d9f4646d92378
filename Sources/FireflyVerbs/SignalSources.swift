import Dispatch
import Foundation

/// Delivers signals on the main queue.
@MainActor
package final class SignalSources {
  private var sources: [any DispatchSourceSignal] = []
  private var numbers: [Int32] = []

  package init() {}

  /// Calls `handler` for each delivery of a signal, instead of its default action.
  package func on(_ number: Int32, _ handler: @escaping @MainActor () -> Void) {
    signal(number, SIG_IGN)
    let source = DispatchSource.makeSignalSource(signal: number, queue: .main)
    source.setEventHandler { MainActor.assumeIsolated { handler() } }
    source.resume()
    sources.append(source)
    numbers.append(number)
  }

  /// Calls `handler` for the signals that ask a program to end, but not for those that are ignored
  /// from the start, as `nohup` and shells do for work in the background.
  package func onEnds(_ handler: @escaping @MainActor (Int32) -> Void) {
    for number in [SIGINT, SIGTERM, SIGHUP] where !Self.isIgnored(number) {
      on(number) { handler(number) }
    }
  }

  private static func isIgnored(_ number: Int32) -> Bool {
    var action = sigaction()
    sigaction(number, nil, &action)
    return unsafeBitCast(action.__sigaction_handler.sa_handler, to: Int.self)
      == unsafeBitCast(SIG_IGN, to: Int.self)
  }

  /// Restores the default actions of the signals.
  package func stop() {
    for source in sources { source.cancel() }
    for number in numbers { signal(number, SIG_DFL) }
    (sources, numbers) = ([], [])
  }
}
