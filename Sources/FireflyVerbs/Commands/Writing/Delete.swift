import ArgumentParser
import FireflyAPI
import FireflyCore
import Foundation

/// `firefly delete`: deletes posts.
struct Delete: PostsCommand {
  static let configuration = CommandConfiguration(
    commandName: "delete",
    abstract: "Delete your posts, or any posts on your own server.",
    discussion: """
      Asks first on a terminal; without one it requires --yes. On Firefly's servers replies stay under a \
      post that says “deleted”; other servers may delete them, too. On Mastodon the text is kept as a discarded \
      draft for a day.
      """)

  @OptionGroup var named: NamedPosts

  @Flag(help: "Delete without asking.")
  var yes = false

  @Flag(help: "Print JSON, {\"deleted\": id}.")
  var json = false

  @OptionGroup var common: CommonOptions
  @OptionGroup var connection: ConnectionOptions<Writing>
  @OptionGroup var identity: AccountOptions
  @ParentCommand var browsing: Firefly

  func perform() throws {
    try forEachPost { id, context, connection in
      try delete(id, at: WritingSession(context, connection))
    }
  }

  private func delete(_ id: Post.ID, at session: WritingSession) throws {
    let version = try session.deletable(id)
    guard version.post.template != .profile else {
      throw Failure("Post \(id) is your profile, which can't be deleted.")
    }
    guard
      try yes
        || ask(
          about: version.post, isOwn: version.post.isOwned(by: session.user.key),
          restores: session.has(.undelete))
    else {
      throw Failure("Not deleted.")
    }
    var kept = ""
    switch try MainLoop.run({ await session.client.deletion(of: id) }) {
    case .done: kept = session.keepText(of: version.post)
    case .failed(let error): throw error
    case .unconfirmed(let error):
      let kept = session.keepText(of: version.post)
      throw Failure("Deleting post \(id) could not be confirmed. \(Failure(error))\(kept)")
    }
    session.log.info("deleted", metadata: ["post": "\(id)"])
    let sentence = "Deleted post \(id).\(kept)"
    StandardStreams.confirm(json ? "{\"deleted\": \(id)}\n" : sentence + "\n", inWords: sentence)
  }

  private func ask(about post: Post, isOwn: Bool, restores: Bool) throws(Failure) -> Bool {
    if let silence = VerbEnvironment.current.silence {
      throw Failure(
        "\(silence) Use --yes to delete post \(post.id).", code: Failure.noTerminal)
    }
    let title = ForeignText.cleanLine(post.headline, limit: 60)
    let fate = Site.fate(ofReplies: post.childCount ?? 0, restores: restores)
    let author =
      isOwn ? "" : " by \(ForeignText.cleanLine(post.byline ?? "someone else", limit: 60))"
    let answer =
      try Dialogue.ask("Delete “\(title)”\(author)?\(fate.map { " \($0)" } ?? "") [y/N]") ?? ""
    return ["y", "yes"].contains(answer.lowercased())
  }
}
