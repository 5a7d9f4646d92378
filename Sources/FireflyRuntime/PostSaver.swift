import FireflyAPI
import FireflyApp
import FireflyCore
import Foundation
import Logging

/// Brings a draft to the server, so that no word is lost and no post is made twice.
struct PostSaver: Sendable {
  /// Posts among which one that was sent without an answer is looked for.
  private static let recent = 50

  let client: PostsClient
  /// Keeps the draft until the server has it; nil where nothing is kept.
  let drafts: DraftStore?
  let log: Logger
  /// Who is told how much of a picture has left; nil for nobody.
  var observer: UploadObserver?

  /// What came of it.
  enum Outcome: Hashable {
    /// The post, or why it was not saved.
    case answered(Result<Post, LoadFailure>)
    /// Nothing was changed: the server has another version than the one that the draft changes.
    case conflict(Comparison)

    /// The post.
    /// - Throws: `LoadFailure`; that of a conflict says no more than that.
    func get() throws -> Post {
      switch self {
      case .answered(let response): return try response.get()
      case .conflict: throw LoadFailure(.conflict, "It has changed on the server.")
      }
    }
  }

  /// Saves a draft and removes it; if that fails, it stays.
  func save(_ draft: Draft) async -> Outcome {
    if let picture = draft.picture, drafts?.pictures.image(of: picture) == nil {
      return .answered(
        .failure(LoadFailure(.missing, "Its picture, \(picture.path), is gone. Attach it again.")))
    }
    var draft = draft
    do throws(APIError) {
      if let comparison = try await conflict(of: &draft) {
        return .conflict(comparison)
      }
      do throws(APIError) {
        return .answered(.success(try await deliver(draft)))
      } catch .status(412, _) {
        // Somebody was quicker: there is something to compare, or it is as before once more.
        if let comparison = try await conflict(of: &draft) { return .conflict(comparison) }
        return .answered(.success(try await deliver(draft)))
      }
    } catch {
      if error != .cancelled { log.error("saving failed", metadata: ["error": "\(error)"]) }
      let failure = LoadFailure(error)
      // Only an answer tells that it was not saved.
      if failure.kind.tellsThatNothingWasMade { await keep(draft, isUnanswered: false) }
      return .answered(.failure(failure))
    }
  }

  private func deliver(_ draft: Draft) async throws(APIError) -> Post {
    var post = draft.isUnanswered ? await made(of: draft) : nil
    if post == nil {
      // Whoever dies between here and the answer must know that the server may have it.
      await keep(draft, isUnanswered: true)
      post = try await send(draft)
    }
    guard var post else { throw .unreadable(reason: "no post") }
    if draft.isUnanswered, draft.key.place.isNew, Self.words(post) != Self.trimmed(draft.words) {
      // It was made of the words that were sent before.
      post = try await client.update(form(of: draft, post: post.id))
    }
    drafts?.remove(draft.key)
    return post
  }

  /// The server's version and one's own, if somebody has changed it since the writing began; else the draft
  /// changes the version that is there.
  ///
  /// Any server lets one read it again. On one that names its versions, none can come between.
  /// - Throws: `APIError`.
  private func conflict(of draft: inout Draft) async throws(APIError) -> Comparison? {
    guard var base = draft.base, let version = try await version(of: draft) else { return nil }
    let now = version.post.words
    // One's own words may be there already, when the answer before was lost.
    if now == base.words || now == draft.words {
      base.etag = version.tag
      draft.base = base
      return nil
    }
    let comparison = Comparison(
      theirs: Draft.Base(words: now, etag: version.tag), mine: draft.words, base: base.words)
    await keep(draft, isUnanswered: false)
    return comparison
  }

  private func version(of draft: Draft) async throws(APIError) -> PostVersion? {
    switch draft.key.place {
    case .edit(let id): try await client.version(id)
    case .profile: try await client.profile(draft.key.account).map { PostVersion(post: $0) }
    case .newPost, .newQuery: nil
    }
  }

  private func keep(_ draft: Draft, isUnanswered: Bool) async {
    guard let drafts else { return }
    var draft = draft
    draft.isUnanswered = isUnanswered
    if draft.key.place.isNew { draft.base = isUnanswered ? Draft.Base(words: draft.words) : nil }
    drafts.keep(draft)
    // Not on the main actor: the disk may take its time.
    _ = await drafts.flushed()
  }

  private func send(_ draft: Draft) async throws(APIError) -> Post {
    var form = form(of: draft)
    switch draft.key.place {
    case .newPost(let parent):
      form.parentID = parent
      return try await create(form, draft)
    case .newQuery: return try await create(form, draft)
    case .edit(let id):
      (form.postID, form.version) = (id, draft.base?.etag)
      return try await client.update(form)
    case .profile:
      form.postID = try await client.profile(draft.key.account)?.id
      return try await client.writeProfile(form)
    }
  }

  private func form(of draft: Draft, post: Post.ID? = nil) -> PostForm {
    var form = PostForm(
      postID: post, email: draft.key.account, title: draft.words.title,
      summary: draft.words.summary, body: draft.words.body)
    form.observer = observer
    form.describePicture(of: draft, draft.picture.flatMap { drafts?.pictures.image(of: $0) })
    return form
  }

  private func create(_ form: PostForm, _ draft: Draft) async throws(APIError) -> Post {
    var form = form
    form.timezone = TimeZone.current.identifier
    form.template = Post.Template(name: draft.template)
    return try await client.createCropped(form, draft.idempotencyKey)
  }

  /// The post that a draft was made into although no answer came; nil if there is none, or if it can't be
  /// looked for.
  private func made(of draft: Draft) async -> Post? {
    let page: PostPage?
    switch draft.key.place {
    case .newPost(let parent?): page = try? await client.children(parent, 1)
    case .newPost(nil), .newQuery:
      page = try? await client.recentPosts(draft.template, .current, nil, Self.recent)
    case .edit, .profile: return nil
    }
    let sent = Self.trimmed(draft.base?.words ?? draft.words)
    return page?.posts.first { $0.isOwned(by: draft.key.account) && Self.words($0) == sent }
  }

  /// What servers do to texts is no difference.
  private static func trimmed(_ words: Draft.Words) -> [String] {
    [words.title, words.summary, words.body].map {
      $0.trimmingCharacters(in: .whitespacesAndNewlines)
    }
  }

  private static func words(_ post: Post) -> [String] {
    trimmed(Draft.Words(title: post.title, summary: post.summary, body: post.body))
  }
}
