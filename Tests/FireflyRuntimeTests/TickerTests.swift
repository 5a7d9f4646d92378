import FireflyApp
import Foundation
import Testing

@testable import FireflyRuntime

/// The clock of motion: on the beat, never more often, and silent where nothing moves.
@MainActor
@Suite(.serialized) struct TickerTests {
  private let clock = MonotonicClock()

  @Test func motionKeepsTheBeat() async throws {
    var ticks: [Double] = []
    var ticker: Ticker?
    ticker = Ticker(clock: clock) { [clock] in
      ticks.append(clock.now)
      // A frame that takes longer than its time: the beats it covers are left out.
      if ticks.count == 3 { usleep(60_000) }
      if ticks.count < 12 { ticker?.run(.motion) }
    }
    let start = clock.now
    ticker?.run(.motion)
    try await waitUntil("twelve ticks") { ticks.count == 12 }
    ticker?.stop()
    let beats = ticks.map { ($0 - start) * 60 }
    // Never before its beat, and each beat at most once.
    #expect(Set(beats.map { ($0 + 0.01).rounded(.down) }).count == beats.count)
    #expect(beats[0] >= 0.99)
    #expect(ticks[3] - ticks[2] >= 0.06)
  }

  @Test func aDeadlineTicksOnce() async throws {
    var ticks: [Double] = []
    let ticker = Ticker(clock: clock) { [clock] in ticks.append(clock.now) }
    let until = clock.now + 0.05
    ticker.run(.idle(until: until))
    ticker.run(.idle(until: until))
    try await waitUntil("the deadline") { !ticks.isEmpty }
    try await Task.sleep(for: .milliseconds(150))
    #expect(ticks.count == 1)
    #expect(ticks[0] >= until)
    ticker.stop()
  }

  @Test func idleCallsNobody() async throws {
    var ticks = 0
    let ticker = Ticker(clock: clock) { ticks += 1 }
    ticker.run(.motion)
    ticker.run(.idle(until: nil))
    try await Task.sleep(for: .milliseconds(150))
    #expect(ticks == 0)
    ticker.run(.motion)
    ticker.stop()
    try await Task.sleep(for: .milliseconds(100))
    #expect(ticks == 0)
  }

  @Test func spinnersTurnTenTimesASecond() async throws {
    var ticks: [Double] = []
    var ticker: Ticker?
    ticker = Ticker(clock: clock) { [clock] in
      ticks.append(clock.now)
      if ticks.count < 4 { ticker?.run(.spinner) }
    }
    ticker?.run(.spinner)
    try await waitUntil("four ticks") { ticks.count == 4 }
    ticker?.stop()
    #expect(Set(ticks.map { ($0 * 10 + 0.01).rounded(.down) }).count == 4)
  }
}
