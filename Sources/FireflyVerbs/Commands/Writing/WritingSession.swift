import FireflyAPI
import FireflyClient
import FireflyCore
import FireflySources
import Foundation
import Logging

/// The services of commands that write: the user's account on a server, and their drafts.
struct WritingSession: Sendable {
  let client: any PostsClient
  /// The same with exactly the words that the server has.
  let programsClient: any PostsClient
  let drafts: DraftStore
  /// The permanent ID of the server.
  let server: SiteID
  /// Who writes.
  let user: User
  /// Where it is, and as whom.
  let site: Site
  let editor: ExternalEditor
  let views: ViewStore
  let log: Logger
  /// The server of `--server`; nil for the usual one.
  let place: ServerChoice?
  private let connection: Connection

  /// Begins a session.
  ///
  /// - Parameters:
  ///   - context: the services of the command.
  ///   - connection: the server.
  ///   - ability: what the place must allow; what is done to a post depends on the post.
  /// - Throws: `Failure` if it does not, or the user is signed out.
  init(_ context: CommandContext, _ connection: Connection, to ability: Site.Ability? = nil) throws
  {
    let site = connection.site
    if let refusal = ability.flatMap({ site.refusal(of: $0) }) {
      throw AccountCommand.failure(of: refusal, on: connection)
    }
    guard let user = site.account.user else { throw AccountCommand.signedOut(on: connection) }
    let (drafts, server) = (Self.draftStore(of: context), connection.accountID)
    // Drafts from before the sign-in.
    try MainLoop.run { await drafts.adopt(account: user.key, on: server) }
    self.drafts = drafts
    self.server = server
    self.user = user
    self.site = site
    client = context.client(of: connection)
    programsClient = context.client(of: connection, isForPrograms: true)
    editor = ExternalEditor(environment: context.environment, state: context.paths.state)
    views = ViewStore(
      state: context.paths.state, server: connection.viewID, report: context.fileReport)
    log = context.log
    (place, self.connection) = (context.server, connection)
  }

  /// Checks that the place allows something, whosever post it is.
  ///
  /// - Throws: `Failure` if it does not.
  func require(_ ability: Site.Ability, on post: Post? = nil) throws(Failure) {
    guard let refusal = site.refusal(of: ability, on: post), !refusal.isOfPost else { return }
    throw AccountCommand.failure(of: refusal, on: connection)
  }

  /// Records that the user has written a post: from now on the explorer starts with their own.
  func postWritten(_ post: Post) {
    views.postWritten(post.template == .query ? .searches : .posts, by: user.key)
    views.flush()
  }

  /// Returns the current version of the user's own post.
  ///
  /// - Throws: `OthersPost`; `Failure` if it was deleted, does not exist, or can't be changed without a loss.
  func own(_ id: Int, namingDraft: Bool = true) throws -> PostVersion {
    let version = try changeable(id, to: .edit, namingDraft: namingDraft) { false }
    if let refusal = version.post.service?.editRefusal { throw Failure(refusal) }
    return version
  }

  /// Returns the current version of a post that the user may delete: their own, or any as a
  /// moderator.
  ///
  /// - Throws: `Failure` as `own(_:)`.
  func deletable(_ id: Int) throws -> PostVersion {
    try changeable(id, to: .delete) { try has(.moderate) }
  }

  private func changeable(
    _ id: Int, to ability: Site.Ability, namingDraft: Bool = true, orIf isAllowed: () throws -> Bool
  ) throws -> PostVersion {
    let version: PostVersion
    do {
      version = try post(id, namingDraft: namingDraft)
    } catch {
      // Whatever post it is.
      try require(ability)
      throw error
    }
    guard version.post.template != .deleted else { throw Failure("Post \(id) was deleted.") }
    try require(ability, on: version.post)
    guard try version.post.isOwned(by: user.key) || isAllowed() else {
      throw OthersPost(id: id, author: version.post.byline)
    }
    return version
  }

  /// A post that only its author can change: what was meant for it can never be sent.
  struct OthersPost: Error, CustomStringConvertible {
    let id: Post.ID
    let author: String?

    var description: String {
      "Post \(id) is \(author.map { "by \($0)" } ?? "someone else's"). Only the author can change it."
    }
  }

  /// Checks that the user may reply to a post.
  ///
  /// - Throws: `Failure` if it can't have replies, or does not exist.
  func requireParent(below id: Int) throws {
    let parent = try post(id).post
    let authorOnly = try !parent.isOwned(by: user.key) && has(.replies)
    if let refusal = parent.replyRefusal(for: user.key, authorOnly: authorOnly) {
      throw Failure(refusal)
    }
  }

  /// Returns the current version of a post.
  ///
  /// - Parameter namingDraft: whether the failure names a draft for the post.
  /// - Returns: the post and its ETag.
  /// - Throws: `Failure` if it does not exist.
  func post(_ id: Int, namingDraft: Bool = true) throws -> PostVersion {
    do {
      return try MainLoop.run { try await client.version(id) }
    } catch APIError.status(let code, _) where code == 404 || code == 410 {
      throw Failure(
        APIError.status(code, message: nil).sentence(onPost: id)
          + (namingDraft ? draft(of: id) : ""))
    }
  }

  /// Keeps the text of a deleted post of a service, which can't bring it back, as a discarded draft.
  ///
  /// - Returns: a sentence that says so, with a space before it; empty if it isn't kept.
  func keepText(of post: Post) -> String {
    guard site.has(.ownFields), post.template == .post, post.isOwned(by: user.key) else {
      return ""
    }
    let draft = Draft(deleted: post, on: server, by: user.key)
    drafts.discard(draft)
    guard draft.isWorthKeeping, drafts.flush() == nil else { return "" }
    return " \(Draft.keptOfDeleted)"
  }

  /// Returns a sentence about the draft of a deleted post; empty without a draft.
  private func draft(of id: Int) -> String {
    guard let kept = try? drafts.folder.draft(key(of: .edit(id)).id), kept.draft.isWorthKeeping
    else { return "" }
    let name = kept.name
    return " Your text for it is kept as draft \(name): use `firefly draft show \(name)`. "
      + "Firefly asks at its next start whether to make it a new post."
  }

  func has(_ name: ServerExtension) throws -> Bool {
    try MainLoop.run { try await client.has(name) }
  }

  /// Checks that the server takes so many pictures for a post.
  ///
  /// - Throws: `Failure` if it takes one.
  func require(_ pictures: [GivenPicture]) throws {
    // A service says itself how many it takes.
    guard try pictures.count < 2 || fields().service != nil || has(.uploads) else {
      throw Failure("\(site.name) takes one picture for a post. Nothing was sent.")
    }
  }

  /// The fields of the server's posts.
  func fields() throws -> PostFields { try MainLoop.run { try await client.fields() } }

  /// Checks that a text has the fields that the server requires; a reply needs no title.
  ///
  /// - Throws: `Failure` if one is missing.
  func check(_ words: PostText, isReply: Bool, hasPicture: Bool) throws {
    guard
      try fields().missing(in: words, isReply: isReply, hasPicture: hasPicture).isEmpty
    else { throw Failure("A post needs a title: use --title.") }
  }
}
