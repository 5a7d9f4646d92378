import FireflyCore
import Foundation
import Testing

/// What is said of polls, whose numbers come from others.
@Suite struct PollTests {
  @Test(
    arguments: [
      (1, 4, "1 vote, 25 %"), (2, nil, "2 votes, 100 %"), (0, 3, "0 votes, 0 %"),
      (5, 2, "5 votes, 100 %"),
      (1, 0, "1 vote"), (Int.max, nil, "\(Int.max) votes, 100 %"),
      (Int.max, 1, "\(Int.max) votes, 100 %"), (1, Int.max, "1 vote, 0 %"),
    ] as [(Int, Int?, String)])
  func votesAreAPart(votes: Int, voters: Int?, words: String) {
    var poll = Poll([Poll.Option("Tea", votes: votes), Poll.Option("Rum")])
    poll.voters = voters
    #expect(poll.words(of: poll.options[0]) == words)
  }

  /// The service said when it ends: the end needs no further answer.
  @Test(
    arguments: [(-1, nil), (0, "The poll has ended."), (1, "The poll has ended.")]
      as [(Double, String?)])
  func itEndsWhenItsTimeHasCome(seconds: Double, refusal: String?) {
    var poll = Poll([Poll.Option("Tea"), Poll.Option("Rum")])
    let end = Date(timeIntervalSince1970: 1_000)
    poll.endsAt = end
    #expect(poll.refusal(at: end + seconds) == refusal)
    poll.endsAt = nil
    #expect(poll.refusal(at: end + seconds) == nil)
  }

  @Test func numbersMayBeTooLargeToAdd() {
    let poll = Poll([Poll.Option("Tea", votes: .max), Poll.Option("Rum", votes: .max)])
    #expect(poll.words(of: poll.options[1])?.hasSuffix(", 50 %") == true)
    let odd = Poll([Poll.Option("Tea", votes: .min), Poll.Option("Rum", votes: -1)])
    #expect(odd.words(of: odd.options[0])?.contains("%") != true)
  }
}
