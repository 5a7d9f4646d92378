import Foundation
import Testing

@testable import FireflyRuntime

/// The clock of motion calls when it should, and nobody where nothing moves.
///
/// What must not happen is looked for when a later deadline of another ticker has come: both come by
/// the same queue.
@MainActor
@Suite(.serialized) struct TickerTests {
  private let clock = MonotonicClock()

  /// Waits for a deadline of another ticker, a tenth of a second from now.
  private func waitForALaterDeadline() async throws {
    var hasCome = false
    let later = Ticker(clock: clock) { hasCome = true }
    later.run(.idle(until: clock.now + 0.1))
    try await waitUntil("the later deadline") { hasCome }
    later.stop()
  }

  @Test func motionTicksOnAndOn() async throws {
    var ticks = 0
    var ticker: Ticker?
    ticker = Ticker(clock: clock) {
      ticks += 1
      ticker?.run(.motion)
    }
    ticker?.run(.motion)
    try await waitUntil("twelve ticks") { ticks >= 12 }
    ticker?.stop()
    ticker = nil
  }

  @Test func aDeadlineTicksOnceAndNotBefore() async throws {
    var ticks: [Double] = []
    let ticker = Ticker(clock: clock) { [clock] in ticks.append(clock.now) }
    let until = clock.now + 0.05
    ticker.run(.idle(until: until))
    ticker.run(.idle(until: until))
    try await waitUntil("the deadline") { !ticks.isEmpty }
    try await waitForALaterDeadline()
    #expect(ticks.count == 1)
    #expect(ticks[0] >= until)
    ticker.stop()
  }

  @Test func idleClientSendsNothing() async throws {
    var ticks = 0
    let ticker = Ticker(clock: clock) { ticks += 1 }
    ticker.run(.motion)
    ticker.run(.idle(until: nil))
    try await waitForALaterDeadline()
    #expect(ticks == 0)
    ticker.run(.motion)
    ticker.stop()
    try await waitForALaterDeadline()
    #expect(ticks == 0)
  }
}
