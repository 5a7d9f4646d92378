import FireflyCore
import SeededRandom
import Testing

@Suite("Animated")
struct AnimatedTests {
  @Test
  func atRestItIsWhatItIsAtAnyTime() {
    let number = Animated(7)
    for now in [-1.0, 0, 1e9, .infinity] {
      #expect(number.value(at: now) == 7)
      #expect(number.isSettled(at: now))
    }
  }

  @Test
  func motionOf0_3SecondsIsHalfWayAtHalfTimeAndArrivesExactly() {
    #expect(Animated.duration == 0.3)
    var number = Animated(0)
    number.move(to: 1, at: 10)
    #expect(abs(number.value(at: 10.15) - 0.5) < 1e-9)
    #expect(!number.isSettled(at: 10.29))
    #expect(number.isSettled(at: 10.3))
    #expect(number.value(at: 10.3) == 1)
    #expect(number.value(at: .infinity) == 1)
  }

  @Test
  func beforeItsTimeItStandsAtItsStart() {
    var number = Animated(3)
    number.move(to: 5, at: 10)
    #expect(number.value(at: 9) == 3)
  }

  @Test
  func withoutADurationItIsThereAtOnce() {
    var number = Animated(0)
    number.move(to: 1, at: 10, duration: 0)
    #expect(number.value(at: 10) == 1)
    #expect(number.isSettled(at: 10))
    number.move(to: 0, at: 10)
    number.move(to: 5, at: 10.1, duration: 0)
    #expect(number.value(at: 10.1) == 5)
  }

  @Test
  func savedPostIsShownAtOnce() {
    var number = Animated(4)
    number.move(to: 4, at: 10)
    #expect(number.isSettled(at: 10))
  }

  @Test
  func sentWhereItIsGoingAlreadyItKeepsItsCourse() {
    var number = Animated(0)
    number.move(to: 1, at: 10)
    let course = number
    number.move(to: 1, at: 10.2)
    #expect(number == course)
    number.move(to: 1, at: 10.2, duration: 0)
    #expect(number.value(at: 10.2) == 1)
  }

  /// The whole curve of the seed, 0.3 seconds from the key: nothing is cut off at its ends.
  @Test func everyFrameIsOnTheCurveForItsTimeSinceTheStart() {
    var number = Animated(2)
    number.move(to: 42, at: 10)
    for frame in 0...18 {
      let time = Double(frame) / 60
      let wanted = 2 + 40 * Easing.easeInOut(time / 0.3)
      #expect(abs(number.value(at: 10 + time) - wanted) < 1e-6)
    }
    // Slow at both ends.
    #expect(number.value(at: 10 + 1.0 / 60) - 2 < 0.3)
    #expect(42 - number.value(at: 10 + 17.0 / 60) < 0.3)
  }

  /// Any number of reversals at any time: no jump, never beyond, and there in the end.
  @Test
  func anyNumberOfReversalsAtAnyTimeNoJumpNeverBeyond() {
    var random = SplitMix(seed: 4)
    for _ in 0..<500 {
      var number = Animated(0)
      var now = 0.0
      var targets = [0.0]
      for _ in 0..<Int.random(in: 1...20, using: &random) {
        now += Double.random(in: 0...0.5, using: &random)
        let before = number.value(at: now)
        let target = [0, 1, Double.random(in: -500...500, using: &random)].randomElement(
          using: &random)
        number.move(to: target ?? 0, at: now)
        targets.append(target ?? 0)
        #expect(abs(number.value(at: now) - before) <= 1e-9)
        let low = targets.min() ?? 0
        let high = targets.max() ?? 0
        for step in 0...10 {
          let value = number.value(at: now + Double(step) * 0.05)
          #expect(value >= low && value <= high)
        }
      }
      #expect(number.value(at: now + Animated.duration) == targets.last)
      #expect(number.isSettled(at: now + Animated.duration))
    }
  }

  @Test
  func halfWayAndBackTakesTheWayBackOnlyAsFarAsItHadCome() {
    var number = Animated(0)
    number.move(to: 1, at: 0)
    number.move(to: 0, at: 0.15)
    #expect(abs(number.value(at: 0.15) - 0.5) < 1e-9)
    #expect(abs(number.value(at: 0.3) - 0.25) < 1e-9)
    #expect(number.value(at: 0.45) == 0)
  }

  @Test
  func shiftingMovesTheWholeWayAndLeavesItsTimeAlone() {
    var number = Animated(0)
    number.move(to: 100, at: 10)
    let before = number.value(at: 10.1)
    number.shift(by: 40)
    #expect(abs(number.value(at: 10.1) - before - 40) < 1e-9)
    #expect(number.value(at: 10.3) == 140)
    #expect(number.isSettled(at: 10.3))
  }
}
