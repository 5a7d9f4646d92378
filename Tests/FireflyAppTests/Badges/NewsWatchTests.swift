import FireflyCore
import FireflyModel
import SeededRandom
import Testing

@testable import FireflyApp

@Suite("How one gets to know what is new")
struct NewsWatchTests {
  private let offline = LoadFailure(.offline, "No way.")

  /// One that asks from time to time, for the first time at 100.
  private func asking() -> NewsWatch {
    var watch = NewsWatch()
    #expect(watch.begin(at: 100) == .open(after: nil))
    #expect(watch.begin(at: 100) == nil)
    #expect(watch.eventsUnavailable(at: 100) == .poll)
    return watch
  }

  /// Asked every five seconds while the terminal has the keyboard, once a minute without.
  @Test
  func askedEveryFiveSecondsWhileTheTerminalHasTheKeyboard() {
    var watch = asking()
    #expect(watch.dueAt == nil)
    watch.pollAnswered(nil)
    #expect(watch.dueAt == 105)
    #expect(watch.checkDeadline(at: 104.9) == nil)
    #expect(watch.checkDeadline(at: 105) == .poll)
    // As long as there is no answer there is no other question.
    #expect(watch.checkDeadline(at: 400) == nil)
    watch.pollAnswered(nil)
    #expect(watch.focusChanged(false, at: 106) == nil)
    #expect(watch.dueAt == 165)
    // Who comes back early has the next question when it would have been.
    #expect(watch.focusChanged(true, at: 107) == nil)
    #expect(watch.dueAt == 110)
    _ = watch.focusChanged(false, at: 108)
    #expect(watch.focusChanged(true, at: 150) == .poll)
  }

  /// No more after some attempts without a way to the server, and again as soon as there is one.
  @Test
  func neverWhileThereIsNoWayToTheServer() {
    for isNoticedElsewhere in [false, true] {
      var watch = asking()
      for attempt in 1...NewsWatch.maximumAttempts {
        if isNoticedElsewhere { watch.serverLost() } else { watch.pollAnswered(offline) }
        guard attempt < NewsWatch.maximumAttempts else { break }
        // It may only be started again.
        #expect(watch.dueAt == 100 + Double(attempt) * 60)
        #expect(watch.checkDeadline(at: 100 + Double(attempt) * 60) == .poll)
      }
      #expect(watch.phase == .offline)
      #expect(watch.dueAt == nil)
      #expect(watch.checkDeadline(at: 10_000) == nil)
      #expect(watch.focusChanged(false, at: 10_000) == nil)
      #expect(watch.serverReached(at: 10_001) == .poll)
      #expect(watch.serverReached(at: 10_002) == nil)
      watch.pollAnswered(offline)
      #expect(watch.dueAt == 10_061)
      watch.pollAnswered(nil)
    }
  }

  /// A server that fails is asked once a minute; one that knows nobody is asked no more.
  @Test
  func aServerThatFailsIsAskedOnceAMinute() {
    var watch = asking()
    watch.pollAnswered("No.")
    #expect(watch.dueAt == 160)
    #expect(watch.checkDeadline(at: 160) == .poll)
    watch.pollAnswered(nil)
    #expect(watch.dueAt == 165)
    _ = watch.checkDeadline(at: 165)
    watch.pollAnswered(LoadFailure(.signedOut, "Who?"))
    #expect(watch.phase == .refused)
    #expect(watch.dueAt == nil)
    #expect(watch.serverReached(at: 200) == nil)
    watch.reset()
    #expect(watch.begin(at: 201) == .open(after: nil))
  }

  @Test
  func whereTheServerTellsNothingIsDueWhatWasBeforeIsAskedOnce() {
    var watch = NewsWatch()
    _ = watch.begin(at: 100)
    #expect(watch.eventsOpened(at: 100) == .poll)
    watch.pollAnswered(nil)
    #expect(watch.phase == .listening(since: 100))
    #expect(watch.dueAt == nil)
    watch.received(upTo: 7)
    watch.received(upTo: 5)
    _ = watch.focusChanged(false, at: 101)
    #expect(watch.focusChanged(true, at: 102) == nil)
    // It is opened again where it ended, at first soon, then later and later.
    var now = 200.0
    var pauses: [Double] = []
    for _ in 0..<9 {
      #expect(watch.eventsEnded(nil, at: now) == nil)
      let due = watch.dueAt ?? 0
      pauses.append(due - now)
      now = due
      #expect(watch.checkDeadline(at: now) == .open(after: 7))
    }
    #expect(pauses == [1, 2, 4, 8, 16, 32, 60, 60, 60])
    // A server that ends at once what it has begun is no better.
    _ = watch.eventsOpened(at: 990)
    #expect(watch.eventsEnded(nil, at: 991) == nil)
    #expect(watch.dueAt == 1_051)
    _ = watch.checkDeadline(at: 1_051)
    _ = watch.eventsOpened(at: 1_052)
    #expect(watch.eventsEnded(nil, at: 2_000) == nil)
    #expect(watch.dueAt == 2_001)
  }

  /// A server that goes is looked for a few times; one that never was there is not.
  @Test
  func aServerThatGoesIsLookedForAFewTimes() {
    var watch = NewsWatch()
    _ = watch.begin(at: 100)
    #expect(watch.eventsEnded(offline, at: 100) == nil)
    #expect(watch.phase == .offline)
    #expect(watch.serverReached(at: 101) == .open(after: nil))
    _ = watch.eventsOpened(at: 101)
    var now = 120.0
    var attempts = 0
    _ = watch.eventsEnded(nil, at: now)
    while let due = watch.dueAt {
      now = due
      #expect(watch.checkDeadline(at: now) != nil)
      attempts += 1
      #expect(watch.eventsEnded(offline, at: now) == nil)
    }
    #expect(attempts == NewsWatch.maximumAttempts - 1)
    #expect(watch.phase == .offline)
    #expect(now - 120 < 60)
  }

  @Test
  func aServerThatHasNoRoomForListenersIsAskedInstead() {
    var watch = NewsWatch()
    _ = watch.begin(at: 100)
    #expect(watch.eventsEnded(LoadFailure(.refused, "Full."), at: 101) == .poll)
    watch.pollAnswered(nil)
    #expect(watch.dueAt == 106)
  }

  /// Whatever happens, in whatever order: a question has an answer before the next, and nothing is asked
  /// by the clock without a way to the server.
  @Test(arguments: 1...20)
  func whateverHappens(seed: UInt64) {
    var random = SplitMix(seed: seed)
    var watch = NewsWatch()
    var now = 0.0
    var open = 0
    for _ in 0..<500 {
      now += Double.random(in: 0...30, using: &random)
      let wasOffline = watch.phase == .offline
      let request: NewsWatch.Request?
      switch Int.random(in: 0..<9, using: &random) {
      case 0: request = watch.begin(at: now)
      case 1:
        request = watch.checkDeadline(at: now)
        #expect(!wasOffline || request == nil)
      case 2: request = watch.focusChanged(Bool.random(using: &random), at: now)
      case 3: request = watch.eventsOpened(at: now)
      case 4: request = watch.eventsUnavailable(at: now)
      case 5: request = watch.eventsEnded(Bool.random(using: &random) ? nil : offline, at: now)
      case 6:
        watch.pollAnswered(Bool.random(using: &random) ? nil : offline)
        request = nil
      case 7: request = watch.serverReached(at: now)
      default:
        watch.serverLost()
        request = nil
      }
      if case .open = request { open += 1 }
      switch watch.phase {
      case .idle, .opening, .listening, .asking, .offline, .refused: #expect(watch.dueAt == nil)
      case .waiting, .polling: #expect(watch.dueAt != nil)
      }
    }
    #expect(open > 0)
  }
}
