import Testing

@testable import FireflyRuntime

/// A motion of 0.3 s on lines of every speed, by a clock of its own.
struct FramePaceTests {
  /// Plays a motion; returns when its last frame has been written and how many were before that.
  private func play(_ pace: inout FramePace, cost: Double) -> (end: Double, frames: Int) {
    var now = 0.0
    var frames = 0
    while now < 0.3, pace.hasTimeForAnother(until: 0.3, at: now) {
      now += cost
      pace.frameWritten(in: cost, isMoving: true)
      frames += 1
      now = (now * 60).rounded(.up) / 60
    }
    pace.frameWritten(in: cost, isMoving: true)
    return (now + cost, frames)
  }

  @Test(arguments: [0.001, 0.004, 0.012, 0.016])
  func aLineThatKeepsUpIsGivenEveryFrame(cost: Double) {
    var pace = FramePace()
    for _ in 0..<3 { #expect(play(&pace, cost: cost).frames == 18) }
  }

  @Test(arguments: [0.02, 0.05, 0.09, 0.12, 0.15, 0.19, 0.25, 0.29])
  func theEndIsInTimeOnASlowLine(cost: Double) {
    var pace = FramePace()
    // Nobody knows the line before the first frame.
    #expect(play(&pace, cost: cost).end <= max(0.3, 2 * cost) + 1.0 / 60)
    for _ in 0..<3 { #expect(play(&pace, cost: cost).end <= 0.3 + 1.0 / 60) }
  }

  @Test func whereOneFrameFillsTheMotionThereIsOnlyTheLast() {
    var pace = FramePace()
    _ = play(&pace, cost: 0.2)
    #expect(play(&pace, cost: 0.2).frames == 0)
  }

  @Test func oneLateFrameIsForgotten() {
    var pace = FramePace()
    pace.frameWritten(in: 0.2, isMoving: true)
    #expect(!pace.hasTimeForAnother(until: 0.3, at: 0))
    for _ in 0..<4 { pace.frameWritten(in: 0.001, isMoving: true) }
    #expect(play(&pace, cost: 0.001).frames == 18)
  }

  @Test func otherFramesOnlyTellOfASlowerLine() {
    var pace = FramePace()
    pace.frameWritten(in: 0.1, isMoving: false)
    #expect(pace.cost == 0.1)
    pace.frameWritten(in: 0.001, isMoving: false)
    #expect(pace.cost == 0.1)
  }
}
