import FireflyAPI
import FireflyApp
import FireflyCore
import Foundation
import Logging

/// Brings a draft to the server, so that no word is lost and no post is made twice.
public struct PostSaver: Sendable {
  let client: PostsClient
  /// Keeps the draft until the server has it; nil where nothing is kept.
  let drafts: DraftStore?
  /// The draft's picture; nil if it has none, or if it lies beside the draft.
  var image: PostImage?
  let log: Logger
  /// Receives the progress of an upload; nil for none.
  var observer: UploadObserver?

  /// A saver.
  ///
  /// - Parameters:
  ///   - client: of the server to save to.
  ///   - drafts: keeps the draft until the server has it; nil where nothing is kept.
  ///   - image: the draft's picture; nil if it has none, or if it lies beside the draft.
  ///   - log: takes what happens.
  ///   - observer: takes how much of a picture has left.
  public init(
    client: PostsClient, drafts: DraftStore?, image: PostImage? = nil, log: Logger,
    observer: UploadObserver? = nil
  ) {
    (self.client, self.drafts, self.image) = (client, drafts, image)
    (self.log, self.observer) = (log, observer)
  }

  /// What came of it.
  public enum Outcome: Hashable, Sendable {
    /// The post.
    case saved(Post)
    /// Why it was not saved, and the versions of the draft that the server may have all the same.
    case failed(LoadFailure, unconfirmed: [Draft.Words])
    /// Nothing was changed: the server has another version than the one that the draft changes.
    case conflict(Comparison)
  }

  /// Saves a draft and removes it; if that fails, it stays.
  func save(_ draft: Draft) async -> Outcome {
    let outcome = await send(draft)
    if case .saved = outcome { drafts?.remove(draft.key) }
    return outcome
  }

  /// Brings a draft to the server, and leaves it on the disk.
  public func send(_ draft: Draft) async -> Outcome {
    if let picture = draft.picture, image(of: draft) == nil {
      let failure = LoadFailure(
        .missing, "Its picture, \(picture.path), no longer exists. Attach it again.")
      return .failed(failure, unconfirmed: draft.unconfirmed)
    }
    var draft = draft
    // Every word is on the disk before anything is asked of the server, which may be silent.
    await saveToDisk(draft)
    do throws(APIError) {
      do throws(APIError) {
        return try await attempt(&draft)
      } catch .status(412, _) {
        // Another change came first: there is something to compare, or it is as before once more.
        return try await attempt(&draft)
      }
    } catch {
      if error != .cancelled { log.error("saving failed", metadata: ["error": "\(error)"]) }
      return .failed(LoadFailure(error), unconfirmed: draft.unconfirmed)
    }
  }

  private func attempt(_ draft: inout Draft) async throws(APIError) -> Outcome {
    if let comparison = try await conflict(of: &draft) { return .conflict(comparison) }
    return .saved(try await deliver(&draft))
  }

  private func deliver(_ draft: inout Draft) async throws(APIError) -> Post {
    let earlier = draft.unconfirmed
    let isNew = draft.key.target.isNew
    if isNew, !earlier.isEmpty, let post = try await client.post(madeOf: draft) {
      return try await adopt(post, &draft)
    }
    // Where the program ends between here and the answer, the next one knows that the server may have it.
    draft.unconfirmed = (isNew ? [] : earlier.filter { $0 != draft.words }) + [draft.words]
    await saveToDisk(draft)
    do throws(APIError) {
      let post = try await write(draft)
      // A server that knows the draft's key answers with the post that it made of an earlier version.
      return isNew && !earlier.isEmpty ? try await adopt(post, &draft) : post
    } catch {
      if error.mayHaveArrived {
        guard error != .cancelled, let post = try? await found(draft) else { throw error }
        return post
      }
      draft.unconfirmed = isNew ? [] : earlier
      await saveToDisk(draft)
      throw error
    }
  }

  /// Gives a post that was made of an earlier version what the draft has now.
  private func adopt(_ post: Post, _ draft: inout Draft) async throws(APIError) -> Post {
    let lacksPicture = draft.picture != nil && post.imageURL == nil
    guard lacksPicture || !post.words.isSame(as: draft.words) else { return post }
    draft.unconfirmed = [post.words, draft.words]
    await saveToDisk(draft)
    return try await client.update(form(of: draft, post: post.id))
  }

  /// The post, if the server has just what was sent although no answer came; nil if it hasn't.
  private func found(_ draft: Draft) async throws(APIError) -> Post? {
    guard !draft.key.target.isNew else { return try await client.post(madeOf: draft) }
    // The words do not show whether a picture has arrived.
    guard draft.picture == nil, let post = try await version(of: draft)?.post else { return nil }
    return post.words.isSame(as: draft.words) ? post : nil
  }

  /// The server's version and the user's, if it has changed since the writing began; else the draft
  /// changes the version that is there.
  ///
  /// Any server lets it be read again. On one that names its versions, no change can come between.
  /// - Throws: `APIError`.
  private func conflict(of draft: inout Draft) async throws(APIError) -> Comparison? {
    guard let base = draft.base, let version = try await version(of: draft) else { return nil }
    let now = version.post.words
    // A version whose answer was lost is the user's own.
    if now == base.words || (draft.unconfirmed + [draft.words]).contains(where: now.isSame) {
      if now == base.words { draft.unconfirmed = [] }
      draft.base?.etag = version.tag
      return nil
    }
    let comparison = Comparison(
      theirs: Draft.Base(words: now, etag: version.tag), mine: draft.words, base: base.words)
    draft.unconfirmed = []
    await saveToDisk(draft)
    return comparison
  }

  private func version(of draft: Draft) async throws(APIError) -> PostVersion? {
    switch draft.key.target {
    case .edit(let id): try await client.version(id)
    case .profile: try await client.profile(draft.key.account).map { PostVersion(post: $0) }
    case .newPost, .newQuery: nil
    }
  }

  private func saveToDisk(_ draft: Draft) async {
    guard let drafts else { return }
    drafts.save(draft)
    // Not on the main actor: the disk may take its time.
    _ = await drafts.flushed()
  }

  private func write(_ draft: Draft) async throws(APIError) -> Post {
    var form = form(of: draft)
    switch draft.key.target {
    case .newPost(let parent):
      form.parentID = parent
      return try await create(form, draft)
    case .newQuery: return try await create(form, draft)
    case .edit(let id):
      (form.postID, form.version) = (id, draft.base?.etag)
      let isProfile = draft.template == Post.Template.profile.name
      return try await isProfile ? client.writeProfile(form) : client.update(form)
    case .profile:
      // A server takes a profile as complete once it was created; a blank one was only asked for.
      let known = try await client.profile(draft.key.account)
      form.postID = known.flatMap { $0.words.isEmpty ? nil : $0.id }
      return try await client.writeProfile(form)
    }
  }

  private func image(of draft: Draft) -> PostImage? {
    image ?? draft.picture.flatMap { drafts?.pictures.image(of: $0) }
  }

  private func form(of draft: Draft, post: Post.ID? = nil) -> PostForm {
    var form = PostForm(
      postID: post, email: draft.key.account, title: draft.words.title,
      summary: draft.words.summary, body: draft.words.body)
    form.observer = observer
    form.describePicture(of: draft, image(of: draft))
    return form
  }

  private func create(_ form: PostForm, _ draft: Draft) async throws(APIError) -> Post {
    var form = form
    form.timezone = TimeZone.current.identifier
    form.template = Post.Template(name: draft.template)
    return try await client.createCropped(form, draft.idempotencyKey)
  }
}
