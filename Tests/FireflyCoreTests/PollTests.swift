import FireflyCore
import Foundation
import Testing

@Suite struct PollTests {
  private static let now = Date(timeIntervalSince1970: 1_764_000_000)

  @Test(
    arguments: [
      (nil, false, "poll"), (3_700, false, "poll, 1 h left"), (30, false, "poll, it ends now"),
      (200_000, false, "poll, 2 d left"), (0, false, "poll ended"), (500, true, "poll ended"),
    ] as [(Double?, Bool, String)])
  func aCardSaysHowLong(_ seconds: Double?, _ isOver: Bool, _ words: String) {
    var poll = Poll([Poll.Option("Tea")])
    (poll.endsAt, poll.isOver) = (seconds.map { Self.now + $0 }, isOver)
    #expect(poll.remark(at: Self.now.timeIntervalSince1970) == words)
  }

  @Test func barsHaveTheirParts() {
    #expect([0, 0.02, 0.5, 1].map { Poll.bar($0).count(where: { $0 == "█" }) } == [0, 0, 10, 20])
    var poll = Poll([Poll.Option("Tea", votes: 9), Poll.Option("Rum")])
    #expect(poll.options.map(poll.share) == [1, nil])
    poll.voters = 3
    #expect(poll.share(of: poll.options[0]) == 1)
    poll.voters = 0
    #expect(poll.share(of: poll.options[0]) == nil)
  }
}
