import FireflyCore
import Testing

@Suite("Easing")
struct EasingTests {
  private let steps = stride(from: 0.0, through: 1, by: 1.0 / 256)

  @Test
  func bothEndsAndWhatLiesBeyond() {
    #expect(Easing.easeInOut(0) == 0)
    #expect(Easing.easeInOut(1) == 1)
    #expect(Easing.easeInOut(-5) == 0)
    #expect(Easing.easeInOut(5) == 1)
  }

  @Test
  func alwaysForwardWithoutAJump() {
    for (before, after) in zip(steps, steps.dropFirst()) {
      let way = Easing.easeInOut(after) - Easing.easeInOut(before)
      #expect(way > 0)
      // The steepest part of the curve is 1.74 times as fast as a straight line.
      #expect(way < 1.8 / 256)
    }
  }

  @Test
  func theSecondHalfMirrorsTheFirst() {
    for time in steps {
      #expect(abs(Easing.easeInOut(time) + Easing.easeInOut(1 - time) - 1) < 1e-9)
    }
  }

  @Test
  func easingIsTheCurveOfSwiftUIEaseInOut() {
    for u in stride(from: 0.0, through: 1, by: 0.01) {
      let v = 1 - u
      let time = 3 * v * v * u * 0.42 + 3 * v * u * u * 0.58 + u * u * u
      let way = 3 * v * u * u + u * u * u
      #expect(abs(Easing.easeInOut(time) - way) < 1e-9)
    }
    // Slow at both ends, as the control points lie level with the ends.
    #expect(Easing.easeInOut(0.01) < 0.001)
    #expect(Easing.easeInOut(0.99) > 0.999)
    #expect(abs(Easing.easeInOut(0.25) - 0.1291) < 0.0001)
  }

  @Test
  func betweenTwoNumbers() {
    #expect(lerp(10, 20, 0) == 10)
    #expect(lerp(10, 20, 0.25) == 12.5)
    #expect(lerp(20, 10, 0.25) == 17.5)
    #expect(lerp(10, 20, 1) == 20)
  }
}
