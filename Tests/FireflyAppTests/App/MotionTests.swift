import FireflyCore
import FireflyScreen
import SeededRandom
import Testing

@testable import FireflyApp

@Suite("Motion and time")
struct MotionTests {
  private func walk(_ motion: Settings.Motion) -> Walk {
    Walk((1...9).map { .numbered($0, children: 2) }, motion: motion)
  }

  @Test
  func fullCardsExpandAndLevelsSlide0_3SecondsEach() {
    var walk = walk(.full)
    walk.press(.enter)
    #expect(walk.state.cadence(at: walk.now) == .motion)
    #expect(walk.state.cadence(at: walk.now + 0.29) == .motion)
    walk.wait(0.3)
    #expect(walk.state.cadence(at: walk.now) == .idle(until: nil))
    walk.press(.right)
    #expect(walk.state.cadence(at: walk.now) == .motion)
    #expect(abs(walk.state.current.slide.value(at: walk.now + 0.15) - 0.5) < 1e-9)
    walk.answer(1, Post.numbered([20]))
    walk.wait(0.3)
    #expect(walk.state.cadence(at: walk.now) == .idle(until: nil))
  }

  @Test
  func reducedCardsExpandLevelsDoNotSlide() {
    var walk = walk(.reduced)
    walk.press(.enter)
    #expect(walk.state.cadence(at: walk.now) == .motion)
    walk.wait(0.3)
    walk.press(.right)
    walk.answer(1, Post.numbered([20]))
    #expect(walk.state.cadence(at: walk.now) == .idle(until: nil))
    walk.press(.left)
    #expect(walk.state.current.lists.count == 1)
  }

  @Test
  func noneEveryChangeIsOneStepAndNoSpinnerTurns() {
    var walk = walk(.none)
    walk.press(.enter)
    #expect(!walk.state.isMoving(at: walk.now))
    #expect(walk.state.list.expansion(of: 1, at: walk.now) == 1)
    walk.press(.right)
    #expect(walk.state.list.phase == .loading(since: walk.now))
    // When it is time to say that it loads, and once more: keys that were typed ahead don't wait for ever.
    let delay = walk.state.settings.tunables.loadingDelay
    #expect(walk.state.cadence(at: walk.now) == .idle(until: walk.now + delay))
    #expect(walk.state.cadence(at: walk.now + 1) == .idle(until: walk.now + 2))
    #expect(walk.state.cadence(at: walk.now + 2) == .idle(until: nil))
    #expect(render(walk.state, at: walk.now + 3) == render(walk.state, at: walk.now + 3.7))
  }

  @Test
  func whileAListLoadsTheSpinnerTurnsTenTimesASecond() {
    var walk = Walk(motion: .full)
    walk.send(.started(at: nil))
    #expect(walk.state.cadence(at: walk.now + 1) == .spinner)
    #expect(render(walk.state, at: 203.01) == render(walk.state, at: 203.09))
    #expect(render(walk.state, at: 203.01) != render(walk.state, at: 203.11))
    walk.answer(Walk.posts, Post.numbered([1]))
    #expect(walk.state.cadence(at: walk.now) == .idle(until: nil))
    walk.press(.character("t"))
    #expect(walk.state.cadence(at: walk.now) == .spinner)
    walk.perform(.outline(.response(top: 1, .failure("No."))))
    #expect(walk.state.cadence(at: walk.now) == .idle(until: nil))
  }

  @Test
  func atRestTimeChangesNothingOnTheScreen() {
    var walk = walk(.full)
    walk.press(.down, .enter)
    walk.wait(1)
    #expect(walk.state.cadence(at: walk.now) == .idle(until: nil))
    #expect(render(walk.state, at: walk.now) == render(walk.state, at: walk.now + 1_000))
  }

  @Test
  func noteExpiresWithoutEarlierWakeUps() {
    var walk = walk(.none)
    walk.perform(.noted("Opened it.", isError: false))
    let until = walk.now + 4
    #expect(walk.state.cadence(at: walk.now) == .idle(until: until))
    #expect(walk.text.contains("Opened it."))
    walk.wait(3.9)
    #expect(walk.state.note != nil)
    walk.wait(0.1)
    #expect(walk.state.note == nil)
    #expect(walk.state.cadence(at: walk.now) == .idle(until: nil))
  }

  @Test
  func aNewNoteTakesThePlaceAndTheTimeOfTheOneBefore() {
    var walk = walk(.none)
    walk.perform(.noted("one", isError: false))
    walk.wait(3)
    walk.perform(.noted("two", isError: true))
    walk.wait(3)
    #expect(walk.state.note?.text == "two")
    #expect(walk.state.note?.isError == true)
  }

  @Test
  func aTerminalThatLagsGetsEverythingAtOnce() {
    var walk = walk(.full)
    walk.press(.enter, .right)
    #expect(walk.state.isMoving(at: walk.now))
    walk.send(.terminalLagged)
    #expect(!walk.state.isMoving(at: walk.now))
    #expect(walk.state.list.phase == .loading(since: walk.now))
  }

  @Test
  func aLevelThatSlidesOutIsForgottenWhenItIsOut() {
    var walk = walk(.full)
    walk.press(.right)
    walk.wait(0.3)
    walk.press(.left)
    #expect(walk.state.current.lists.count == 2)
    walk.wait(0.2)
    #expect(walk.state.current.lists.count == 2)
    walk.wait(0.1)
    #expect(walk.state.current.lists.count == 1)
    #expect(walk.state.cadence(at: walk.now) == .idle(until: nil))
  }

  @Test
  func downBackAndDownInTheMiddleOfTheSlideNeverJumps() {
    var random = SplitMix(seed: 6)
    for _ in 0..<50 {
      var walk = walk(.full)
      for level in 1...8 {
        let before = walk.state.current.slide.value(at: walk.now)
        walk.press(Bool.random(using: &random) ? .right : .left)
        walk.answer(LevelID(.posts, level), [.numbered(20, children: 1)])
        #expect(abs(walk.state.current.slide.value(at: walk.now) - before) < 0.1)
        #expect(walk.frame.size == walk.state.size)
        walk.wait(.random(in: 0...0.2, using: &random))
      }
      walk.wait(1)
      #expect(!walk.state.isMoving(at: walk.now))
      #expect(
        walk.state.current.slide.value(at: walk.now) == Double(walk.state.current.navigator.depth))
      #expect(walk.state.current.lists.count == walk.state.current.navigator.depth + 1)
    }
  }

  @Test
  func anotherTabComesAtOnceWhatMovedBehindItHasArrived() {
    var walk = walk(.full)
    walk.press(.enter, .function(2))
    #expect(!walk.state.isMoving(at: walk.now))
    walk.press(.function(1))
    #expect(!walk.state.isMoving(at: walk.now))
    #expect(walk.state.list.expansion(of: 1, at: walk.now) == 1)
  }

  @Test
  func turnedOffInTheConfigurationMotionEndsInTheMiddle() {
    var walk = walk(.full)
    walk.press(.enter)
    var settings = walk.state.settings
    settings.motion = .none
    #expect(walk.send(.settings(.changed(settings))) == [.terminal(.redraw)])
    #expect(!walk.state.isMoving(at: walk.now))
  }
}
