import ArgumentParser
import FireflyAPI
import FireflyCore
import Foundation

/// `firefly vote`: votes in the poll of a post.
struct Vote: AccountUsingCommand {
  static let configuration = CommandConfiguration(
    commandName: "vote",
    abstract: "Vote in a poll on Mastodon, or print its options.",
    discussion: """
      A vote is final. Without a choice it prints the options with their numbers.

      Example: firefly vote 115 2 --server mastodon:mastodon.social
      """)

  @Argument(help: ArgumentHelp("The post's number.", valueName: "id"))
  var post: PostNumber

  @Argument(help: ArgumentHelp("The numbers of options, from 1.", valueName: "choice"))
  var choices: [String] = []

  @Flag(help: "Print the post as JSON, {\"post\": …}.")
  var json = false

  @OptionGroup var common: CommonOptions
  @OptionGroup var connection: ConnectionOptions<Writing>
  @OptionGroup var identity: AccountOptions
  @ParentCommand var browsing: Firefly

  func perform() throws {
    try withSession { session in
      try session.require(.mark)
      let version = try session.post(post.id, namingDraft: false).post
      guard let poll = version.service?.poll, !poll.options.isEmpty else {
        throw Failure("Post \(post.id) has no poll.")
      }
      guard !choices.isEmpty else {
        if json { return try session.confirm(version, json: true, else: "") }
        try PrintedTable.output(
          poll.options.enumerated().map { place, option in
            ["\(place + 1)", option.title, poll.words(of: option) ?? ""]
          })
        return
      }
      let sentence = try vote(in: version, poll, at: session)
      try session.confirm(sentence.post, json: json, else: sentence.words)
    }
  }

  private func vote(
    in version: Post, _ poll: Poll, at session: WritingSession
  ) throws -> (post: Post, words: String) {
    let numbers = Set(choices.map { Int($0) ?? 0 }).sorted()
    guard numbers.allSatisfy((1...poll.options.count).contains) else {
      throw Failure(
        "The options have the numbers 1 to \(poll.options.count).", code: Failure.usage)
    }
    let places = numbers.map { $0 - 1 }
    guard poll.takesSeveral || places.count == 1 else {
      throw Failure("Only one option can be chosen.", code: Failure.usage)
    }
    if version.isOwned(by: session.user.key) { throw Failure("This is your own poll.") }
    if let refusal = poll.refusal(at: Date()) { throw Failure(refusal) }
    do {
      let id = version.id
      let voted = try MainLoop.run { try await session.client.vote(id, places, in: poll) }
      let names = places.map { "“\(poll.options[$0].title.prefix(60))”" }
      return (voted, "You have voted for \(names.joined(separator: ", ")).")
    } catch let error as APIError where error.mayHaveArrived {
      throw Failure("The vote could not be confirmed. \(error.sentence)")
    }
  }
}
