import FireflyAPI
import FireflyCore
import FireflyForeign
import Foundation

extension MastodonStatus {
  /// A poll.
  struct Poll: Decodable, Sendable {
    @Lenient var id: MastodonID?
    @Lenient var options: [Option]
    @Lenient var endsAt: Date?
    @Lenient var isOver: Bool
    @Lenient var takesSeveral: Bool
    @Lenient var voters: Int?
    @Lenient var hasVoted: Bool
    /// The places of the options that the user has chosen.
    @Lenient var own: [Int]

    enum CodingKeys: String, CodingKey {
      case id, options
      case endsAt = "expires_at"
      case isOver = "expired"
      case takesSeveral = "multiple"
      case voters = "voters_count"
      case hasVoted = "voted"
      case own = "own_votes"
    }

    /// An option, with the number of votes if that is public.
    struct Option: Decodable, Sendable {
      /// Without one it keeps its place, by which one votes.
      @Lenient var title: String?
      @Lenient var votes: Int?

      enum CodingKeys: String, CodingKey {
        case title
        case votes = "votes_count"
      }
    }
  }
}

extension MastodonStatus.Poll {
  /// Whether it says that the user has voted.
  var isVoted: Bool { hasVoted || !own.isEmpty }

  /// It as it is shown.
  var shown: Poll {
    var poll = Poll(
      options.prefix(100).enumerated().map { place, option in
        Poll.Option(
          ForeignText.cleanLine(option.title ?? "", limit: 200), votes: option.votes,
          isOwn: own.contains(place))
      })
    (poll.voters, poll.endsAt, poll.isOver) = (voters.map { max(0, $0) }, endsAt, isOver)
    (poll.takesSeveral, poll.hasVoted) = (takesSeveral, hasVoted)
    return poll
  }
}
