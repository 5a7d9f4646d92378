import FireflyCore
import Foundation
import Testing

@testable import FireflySources

/// Polls as instances send them.
@Suite struct MastodonPollTests {
  /// One votes by the place of an option: one that can't be read takes its place all the same.
  @Test func everyOptionKeepsItsPlace() throws {
    let json = #"""
      {"id":"1","options":[{"title":null,"votes_count":2},{"title":["a"]},{"title":"b","votes_count":-5}],
      "own_votes":[2]}
      """#
    let poll = try JSONDecoder().decode(MastodonStatus.Poll.self, from: Data(json.utf8)).shown
    #expect(poll.options.map(\.title) == ["", "", "b"])
    #expect(poll.options.map(\.votes) == [2, nil, 0])
    #expect(poll.options.map(\.isOwn) == [false, false, true])
  }
}
