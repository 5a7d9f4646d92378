import FireflyAPI
import FireflyCore
import FireflyModel
import Foundation
import Logging

/// Saves a draft to the server, without losing text or creating a post twice.
package struct PostSaver: Sendable {
  private let client: any PostsClient
  private let drafts: DraftStore?
  private let pictures: DraftPictures?
  private let image: PostImage?
  private let log: Logger
  private let observer: UploadObserver?
  /// Seconds for which keys are relied on; servers keep them for a day.
  private static let keyLifetime = 80_000.0
  /// The pictures in the text, which the server has.
  private var sent = TextPictures()

  /// Creates a saver.
  ///
  /// - Parameters:
  ///   - client: sends requests to the server.
  ///   - drafts: stores the draft until the server has it; nil to store nothing.
  ///   - pictures: the pictures of drafts; nil for those of `drafts`.
  ///   - image: the draft's picture; nil if there is none, or it is stored with the draft.
  ///   - observer: receives the progress of an upload.
  package init(
    client: any PostsClient, drafts: DraftStore?, pictures: DraftPictures? = nil,
    image: PostImage? = nil, log: Logger, observer: UploadObserver? = nil
  ) {
    (self.client, self.drafts, self.image) = (client, drafts, image)
    self.pictures = pictures ?? drafts?.pictures
    (self.log, self.observer) = (log, observer)
  }

  /// The result of saving.
  package enum Outcome: Hashable, Sendable {
    /// The saved post.
    case saved(Post)
    /// The saved post, of which the server kept another text than the one that was sent.
    ///
    /// The draft is based on the server's version now.
    case altered(Post, KeptText)
    /// Why it was not saved; the versions of the draft that the server may have anyway, and when and after which
    /// posts they were sent.
    case failed(LoadFailure, unconfirmed: [PostText], Draft.Delivery = Draft.Delivery())
    /// Nothing was changed, because the post has changed on the server.
    case conflict(Comparison)
  }

  /// Saves a draft, and removes it if the server has all of its text.
  package func save(_ draft: Draft) async -> Outcome {
    let outcome = await send(draft)
    if case .saved = outcome { drafts?.remove(draft.key) }
    return outcome
  }

  /// Saves a draft to the server, and leaves it on the disk.
  package func send(_ draft: Draft) async -> Outcome {
    if let picture = draft.picture, image(of: draft) == nil {
      let failure = LoadFailure(
        .missing, "Its picture, \(picture.path), no longer exists. Attach it again.")
      return failed(failure, draft)
    }
    // The draft is on the disk before the first request, because the server may not respond.
    await saveToDisk(draft)
    var saver = self
    do throws(LoadFailure) {
      saver.sent = try await TextPictures(
        of: draft, beside: image(of: draft), to: client, from: pictures, observer)
    } catch {
      log.error("saving failed", metadata: ["reason": "\(error.sentence)"])
      return failed(error, draft)
    }
    return await saver.sendWords(of: saver.sent.named(by: draft))
  }

  /// Saves a draft whose pictures in the text the server has.
  private func sendWords(of draft: Draft) async -> Outcome {
    var draft = draft
    do throws(APIError) {
      do throws(APIError) {
        return try await attempt(&draft)
      } catch .status(412, _) {
        // The post was changed in between: compare, or try again.
        return try await attempt(&draft)
      } catch .status(400, _) where draft.key.target == .profile && draft.base == nil {
        // The server has a profile already, perhaps a blank one: compare, and change that one.
        draft.base = Draft.Base(words: PostText())
        return try await attempt(&draft)
      }
    } catch {
      if error != .cancelled { log.error("saving failed", metadata: ["error": "\(error)"]) }
      return failed(LoadFailure(error), draft)
    }
  }

  private func failed(_ failure: LoadFailure, _ draft: Draft) -> Outcome {
    .failed(failure, unconfirmed: draft.unconfirmed, draft.delivery)
  }

  private func attempt(_ draft: inout Draft) async throws(APIError) -> Outcome {
    if let comparison = try await conflict(of: &draft) { return .conflict(comparison) }
    let post = try await deliver(&draft)
    // A draft of a new post would be posted again; a service and feeds show words otherwise than they were typed.
    guard !draft.key.target.isNew, post.service == nil, post.contents == nil,
      let kept = KeptText(post.words, insteadOf: draft.words.received)
    else { return .saved(post) }
    (draft.base, draft.unconfirmed) = (Draft.Base(words: post.words), [])
    (draft.picture, draft.crop, draft.removesPicture) = (nil, nil, false)
    await saveToDisk(draft)
    return .altered(post, kept)
  }

  private func deliver(_ draft: inout Draft) async throws(APIError) -> Post {
    let earlier = draft.unconfirmed
    let isNew = draft.key.target.isNew
    let sendsAgain = isNew && draft.delivery.sendsAgain == true
    draft.delivery.sendsAgain = nil
    let isKeyKnown = earlier.isEmpty || sendsAgain ? false : await knowsKey(of: draft)
    if isNew, !earlier.isEmpty, !sendsAgain, !isKeyKnown,
      let found = try await client.post(madeOf: draft)
    {
      return try await adopt(found.post, found.words, &draft)
    }
    // Those that the server may still have.
    let open = isNew && !isKeyKnown ? [] : earlier
    draft.delivery.sentAt = earlier.isEmpty ? nil : draft.delivery.sentAt
    if isNew {
      // Those of the same words that are there now are other ones.
      if earlier.isEmpty || sendsAgain {
        draft.delivery.sentAfter = try await client.posts(before: draft)
      }
      draft.delivery.sentAt = draft.delivery.sentAt ?? Date().timeIntervalSince1970.rounded(.down)
    }
    // If the program ends before the response, the next run knows that the server may have it.
    draft.unconfirmed = open.filter { $0 != draft.words } + [draft.words]
    await saveToDisk(draft)
    do throws(APIError) {
      var sent = draft
      // With its key, a server would return the post that the user has judged to be another one.
      if sendsAgain { sent.idempotencyKey = UUID().uuidString.lowercased() }
      let post = try await write(sent)
      // A server that knows the idempotency key returns the post created from an earlier version.
      guard isNew, !earlier.isEmpty, !sendsAgain else { return post }
      guard post.service != nil else { return try await adopt(post, post.words, &draft) }
      let version = try await client.version(post.id)
      if version.tag != nil { return try await adopt(post, version.post.words, &draft) }
      // The service has the words only as it shows them.
      let shown = ShownWords(typed: version.post.body)
      // Not found before, it is new, unless its words are quite other ones.
      if shown.likeness(to: ShownWords(typed: draft.words.body)) != .different { return post }
      throw APIError.mayBeThere(on: "The service", page: (try? await client.page(post.id)) ?? "")
    } catch {
      if error.mayHaveArrived {
        guard error != .cancelled, let post = try? await found(draft) else { throw error }
        return post
      }
      draft.unconfirmed = open
      if open.isEmpty { (draft.delivery.sentAt, draft.delivery.sentAfter) = (nil, nil) }
      await saveToDisk(draft)
      throw error
    }
  }

  /// Whether the server creates no second post for the key of a draft that was sent before.
  private func knowsKey(of draft: Draft) async -> Bool {
    guard let sentAt = draft.delivery.sentAt,
      Date().timeIntervalSince1970 - sentAt < Self.keyLifetime
    else { return false }
    return (try? await client.has(.idempotency)) == true
  }

  /// Updates a post that was created from an earlier version of the draft.
  private func adopt(
    _ post: Post, _ words: PostText, _ draft: inout Draft
  ) async throws(APIError) -> Post {
    let lacksPicture = draft.picture != nil && post.imageURL == nil
    let hasOtherPoll =
      post.service?.poll.map { (draft.delivery.poll ?? NewPoll()).removesVotes(of: $0) }
      ?? draft.changesPoll
    guard lacksPicture || hasOtherPoll || !words.isSame(as: draft.words) else { return post }
    draft.unconfirmed = [words, draft.words]
    await saveToDisk(draft)
    return try await client.update(form(of: draft, post: post.id))
  }

  /// Returns the post if the server has what was sent although the response was lost; else nil.
  private func found(_ draft: Draft) async throws(APIError) -> Post? {
    guard !draft.key.target.isNew else {
      guard let post = try await client.post(madeOf: draft)?.post else { return nil }
      // An earlier post may have the same words: by its key, the server returns the right one.
      return await knowsKey(of: draft) ? try await write(draft) : post
    }
    // The words do not show whether a picture or a poll has arrived.
    guard draft.picture == nil, draft.delivery.further == nil, draft.delivery.poll == nil,
      let post = try await version(of: draft)?.post
    else { return nil }
    return post.words.isSame(as: draft.words) ? post : nil
  }

  /// Returns both versions if the post has changed since editing began; otherwise the draft is
  /// based on the current version.
  ///
  /// With ETags no change can be lost; on servers without them, a change between this request and
  /// the next one can.
  private func conflict(of draft: inout Draft) async throws(APIError) -> Comparison? {
    guard let base = draft.base, let version = try await version(of: draft) else { return nil }
    let now = version.post.words
    // A version whose response was lost is the user's own.
    if now == base.words || (draft.unconfirmed + [draft.words]).contains(where: now.isSame) {
      if now == base.words { draft.unconfirmed = [] }
      draft.base?.etag = version.tag
      return nil
    }
    let comparison = Comparison(
      theirs: Draft.Base(words: now, etag: version.tag), mine: sent.own(draft).words,
      base: base.words)
    draft.unconfirmed = []
    await saveToDisk(draft)
    return comparison
  }

  private func version(of draft: Draft) async throws(APIError) -> PostVersion? {
    switch draft.key.target {
    case .edit(let id): try await client.version(id)
    case .profile:
      try await client.profile(draft.key.account.description, draft.base != nil).map {
        PostVersion(post: $0)
      }
    case .newPost, .newQuery: nil
    }
  }

  private func saveToDisk(_ draft: Draft) async {
    guard let drafts else { return }
    drafts.save(sent.own(draft))
    // Off the main actor, because it blocks.
    _ = await drafts.flushed()
  }

  private func write(_ draft: Draft) async throws(APIError) -> Post {
    var form = form(of: draft)
    switch draft.key.target {
    case .newPost(let parent):
      form.parentID = parent
      return try await create(form, draft)
    case .newQuery:
      // Without a parent, some servers put it below its author's profile.
      form.parentID = -1
      return try await create(form, draft)
    case .edit(let id):
      (form.postID, form.version) = (id, draft.base?.etag)
      let isProfile = draft.template == Post.Template.profile.name
      return try await isProfile ? client.writeProfile(form) : client.update(form)
    case .profile:
      // One that isn't known is created without asking for it: asking makes a blank one on some
      // servers, which then create no other.
      if draft.base != nil { form.postID = try await client.profile(form.email, true)?.id }
      return try await client.writeProfile(form)
    }
  }

  private func image(of draft: Draft) -> PostImage? {
    image ?? draft.picture.flatMap { pictures?.image(of: $0) }
  }

  private func form(of draft: Draft, post: Post.ID? = nil) -> PostForm {
    var form = PostForm(draft, words: draft.words)
    form.postID = post
    form.observer = sent.following(observer)
    form.describePicture(of: draft, image(of: draft))
    form.further = sent.besideText
    // A post that was found may have some of them.
    form.replacesPictures =
      post != nil || !draft.key.target.isNew && draft.delivery.further != nil
    if post != nil { form.poll = form.poll ?? NewPoll() }
    return form
  }

  private func create(_ form: PostForm, _ draft: Draft) async throws(APIError) -> Post {
    var form = form
    form.timezone = TimeZone.current.identifier
    form.template = Post.Template(name: draft.template)
    return try await client.createCropped(form, draft.idempotencyKey)
  }
}
