import FireflyCore
import Synchronization
import Testing

@Suite struct UserActivityTests {
  @Test func itIsRecentForTenMinutes() {
    let start = ContinuousClock.now
    let seconds = Mutex(0.0)
    let activity = UserActivity { start + .seconds(seconds.withLock { $0 }) }
    for (time, isRecent) in [(0.0, true), (599, true), (600, false), (10_000, false)] {
      seconds.withLock { $0 = time }
      #expect(activity.isRecent == isRecent)
    }
    activity.happened()
    #expect(activity.isRecent)
    seconds.withLock { $0 += 601 }
    #expect(!activity.isRecent)
  }
}
