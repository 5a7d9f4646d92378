import FireflyApp
import SeededRandom
import Testing

@testable import FireflyRuntime

/// The beat of motion, at any moment.
@Suite struct FrameScheduleTests {
  /// Frames that come late by anything from nothing to many beats, and are asked for in between.
  @Test(arguments: 0..<20 as Range<UInt64>) func motionKeepsTheBeat(seed: UInt64) throws {
    var random = SplitMix(seed: seed)
    let start = Double.random(in: 0...1_000, using: &random)
    var beat = FrameSchedule()
    var now = start
    var last = start
    for _ in 0..<200 {
      _ = beat.wait(for: .motion, at: now)
      let deadline = try #require(beat.deadline)
      // On the beat, the next one that there is.
      let beats = (deadline - start) / FrameSchedule.frame
      #expect(abs(beats - beats.rounded()) < 1e-6)
      #expect(deadline > last && deadline > now - 1e-9)
      #expect(deadline <= max(now, last) + FrameSchedule.frame + 1e-9)
      // A key in between changes nothing.
      let between = now + (deadline - now) * Double.random(in: 0..<0.99, using: &random)
      let isAnother = beat.wait(for: .motion, at: between)
      #expect(!isAnother && beat.deadline == deadline)
      beat.deadlinePassed()
      last = deadline
      let isInTime = Bool.random(using: &random)
      now = deadline + Double.random(in: 0...(isInTime ? 0.001 : 0.2), using: &random)
    }
  }

  @Test(arguments: 0..<40) func spinnersTurnTenTimesASecond(step: Int) throws {
    let now = 0.013 * Double(step)
    var beat = FrameSchedule()
    _ = beat.wait(for: .spinner, at: now)
    let deadline = try #require(beat.deadline)
    #expect(deadline > now && deadline <= now + 0.1 + 1e-9)
    let steps = deadline / 0.1
    #expect(abs(steps - steps.rounded()) < 1e-6)
  }

  @Test func onlyAnotherMomentIsNews() {
    var beat = FrameSchedule()
    let news = [
      (AppState.Cadence.idle(until: nil), 1.0), (.idle(until: 5), 1), (.idle(until: 5), 2),
      (.motion, 2), (.idle(until: nil), 2),
    ].map { cadence, now in beat.wait(for: cadence, at: now) }
    #expect(news == [false, true, false, true, true])
    #expect(beat.deadline == nil)
  }

  /// Motion that begins anew keeps no beat of the one before.
  @Test func eachMotionHasABeatOfItsOwn() {
    var beat = FrameSchedule()
    _ = beat.wait(for: .motion, at: 1)
    beat.deadlinePassed()
    _ = beat.wait(for: .idle(until: nil), at: 1.02)
    _ = beat.wait(for: .motion, at: 7)
    #expect(beat.deadline == 7 + FrameSchedule.frame)
  }
}
