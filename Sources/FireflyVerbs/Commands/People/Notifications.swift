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

  @OptionGroup var listing: ListOptions
  @OptionGroup var common: CommonOptions
  @OptionGroup var connection: ConnectionOptions<Reading>
  @OptionGroup var identity: AccountOptions
  @ParentCommand var browsing: Firefly

  func validate() throws {
    try browsing.refuseOptions(with: "notifications", exceptServer: true)
  }

  func perform() throws {
    try listing.check(.notices)
    try connected { context, connection in
      guard connection.site.has(.notices) else {
        throw Failure(
          "\(connection.site.name) has no notifications; `firefly posts --to-me` prints replies to you."
        )
      }
      guard connection.credentials.account.isSignedIn else {
        throw AccountCommand.signedOut(on: connection)
      }
      let client = context.client(of: connection, isForPrograms: listing.isForPrograms)
      let kind = kind.flatMap { Notice.Kind(rawValue: $0.rawValue) }
      let page = try MainLoop.run { try await client.notices(kind, areSeen: false) }
      if page.hasMore {
        StandardStreams.warn("\(connection.site.name) has older ones, which are not printed.")
      }
      if new, page.posts.contains(where: { $0.service?.notice.map { $0.isNew == nil } == true }) {
        throw Failure(
          "\(connection.site.name) does not say which ones you have seen: leave out --new.")
      }
      let posts = page.posts.filter { !new || $0.service?.notice?.isNew == true }
      let rows = PostsOutput(context, connection)
      try listing.output(
        posts, as: .notices,
        else: posts.map { post in
          let (notice, shown) = (post.service?.notice, rows.shown(post, isOpened: false))
          let day = notice?.date.map { WireDate.day($0, hasTime: true, in: .ofUser(at: $0)) }
          return [String(post.id), notice?.words ?? "", day ?? "", shown.words.label]
        })
    }
  }
}

extension PrintedList where Item == Post {
  /// The fields of notices.
  static var notices: PrintedList {
    PrintedList(
      name: "notifications",
      fields: [
        ("id", { .number($0.id) }), ("words", { .text($0.service?.notice?.words ?? "") }),
        ("date", { $0.service?.notice?.date.map(PrintedValue.date) }),
        ("new", { $0.service?.notice?.isNew.map(PrintedValue.flag) }),
        ("title", { .text($0.words.label) }), ("body", { .text($0.body) }),
        ("author", { ($0.facts.author ?? $0.byline).map(PrintedValue.text) }),
        ("handle", { $0.authorEmail.map(PrintedValue.text) }),
      ])
  }
}
