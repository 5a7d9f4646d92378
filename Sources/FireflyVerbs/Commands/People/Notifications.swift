import ArgumentParser
import FireflyAPI
import FireflyCore
import Foundation

/// `firefly notifications`: prints what others have done with the user's posts.
struct Notifications: AccountUsingCommand {
  static let configuration = CommandConfiguration(
    commandName: "notifications",
    abstract: "Print what others have done with your posts on Mastodon, newest first.",
    discussion: """
      Each line has the number of the post or the person, what was done, when, and the post or the person. It marks \
      nothing as seen.

      Example: firefly notifications --kind mentions --server mastodon:mastodon.social
      """)

  /// The words for the kinds.
  enum Kind: String, CaseIterable, ExpressibleByArgument {
    case mentions, reactions, follows, others
  }

  @Option(
    help: "Only mentions, reactions (boosts and favourites), follows (with requests), or others.")
  var kind: Kind?

  @Flag(help: "Print only what you have not seen, as far as the server keeps that.")
  var new = false

  @Flag(help: "Print JSON, {\"notifications\": […]}, with the posts.")
  var json = false

  @OptionGroup var common: CommonOptions
  @OptionGroup var connection: ConnectionOptions<Reading>
  @OptionGroup var identity: AccountOptions
  @ParentCommand var browsing: Firefly

  func validate() throws {
    try browsing.refuseOptions(with: "notifications", exceptServer: true)
  }

  func perform() throws {
    try connected { context, connection in
      guard connection.site.has(.notices) else {
        throw Failure(
          "\(connection.site.name) has no notifications; `firefly posts --to-me` prints replies to you."
        )
      }
      guard connection.credentials.account.isSignedIn else {
        throw AccountCommand.signedOut(on: connection)
      }
      let client = context.client(of: connection, isForPrograms: json)
      let kind = kind.flatMap { Notice.Kind(rawValue: $0.rawValue) }
      let posts = try MainLoop.run { try await client.notices(kind, areSeen: false) }.posts
        .filter { !new || $0.service?.notice?.isNew == true }
      if json {
        return try StandardStreams.output(json: ["notifications": posts.map(Row.init)])
      }
      let rows = PostsOutput(context, connection)
      try PrintedTable.output(
        posts.map { post in
          let (notice, shown) = (post.service?.notice, rows.shown(post, isOpened: false))
          let day = notice?.date.map { WireDate.day($0, hasTime: true, in: .ofUser(at: $0)) }
          return [String(post.id), notice?.words ?? "", day ?? "", shown.words.label]
        })
    }
  }

  /// A notice in JSON.
  private struct Row: Encodable {
    let words: String
    let date: String?
    let isNew: Bool
    let post: Post

    enum CodingKeys: String, CodingKey {
      case words, date, post
      case isNew = "new"
    }

    init(_ post: Post) {
      let notice = post.service?.notice
      (words, isNew, self.post) = (notice?.words ?? "", notice?.isNew == true, post)
      date = notice?.date.map(WireDate.iso)
    }
  }
}
