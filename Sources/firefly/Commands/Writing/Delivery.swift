import FireflyAPI
import FireflyCore
import FireflyRuntime
import Foundation

/// Brings a draft to the server: once, whatever becomes of the answer.
struct Delivery: Sendable {
  let desk: WritingDesk
  let image: PostImage?

  /// Makes a post.
  ///
  /// - `wasSent`: whether an earlier command sent it and had no answer.
  /// - Throws: `APIError`, `Failure`.
  func create(_ draft: Draft, wasSent: Bool) async throws -> Post {
    guard !wasSent else { return try await createOnce(draft) }
    let reason: APIError
    do {
      return try await desk.client.createCropped(form(draft), draft.idempotencyKey)
    } catch {
      reason = error
    }
    guard reason.mayHaveArrived else { throw reason }
    desk.log.notice("looked for", metadata: ["reason": "\(reason)"])
    if try await knowsKeys { return try await createOnce(draft) }
    // It may be under way: it isn't sent again at once.
    guard let known = try await sent(draft) else { throw reason }
    return known
  }

  /// Makes a post that may have been made before.
  private func createOnce(_ draft: Draft) async throws -> Post {
    if try await !knowsKeys, let known = try await sent(draft) { return known }
    let post = try await desk.client.createCropped(form(draft), draft.idempotencyKey)
    // The server may have had it before it was changed here.
    guard post.words != draft.words else { return post }
    var form = form(draft)
    form.postID = post.id
    return try await desk.client.update(form)
  }

  /// Changes a post, if it is still what the draft is based on.
  ///
  /// - Throws: `APIError`, `Conflict`.
  func update(_ draft: Draft, _ post: Post) async throws -> Post {
    var form = form(draft)
    (form.postID, form.version) = (post.id, draft.base?.etag)
    if form.version == nil { try await check(draft, post.id) }
    do {
      return try await write(form, post)
    } catch let error as APIError {
      guard error.mayHaveArrived else { throw error }
    }
    let now = try await desk.client.version(post.id).post
    if now.words == draft.words, image == nil { return now }
    guard now.words == draft.base?.words else { throw Conflict() }
    return try await write(form, post)
  }

  private func write(_ form: PostForm, _ post: Post) async throws -> Post {
    do {
      if post.template == .profile { return try await desk.client.writeProfile(form) }
      return try await desk.client.update(form)
    } catch APIError.status(412, _) {
      throw Conflict()
    }
  }

  /// Somebody has changed the post since it was read.
  struct Conflict: Error {}

  /// A server without tags is asked what there is now.
  private func check(_ draft: Draft, _ id: Int) async throws {
    let now = try await desk.client.version(id).post
    guard now.words == draft.base?.words else { throw Conflict() }
  }

  private var knowsKeys: Bool {
    get async throws { try await desk.client.extensions().contains(.idempotency) }
  }

  /// The post that the draft became already, where a server can't be asked by its key.
  private func sent(_ draft: Draft) async throws -> Post? {
    let page: PostPage
    if case .newPost(let parent?) = draft.key.place {
      page = try await desk.client.children(parent, 1)
    } else {
      page = try await desk.client.recentPosts(draft.template, .current, nil, 50)
    }
    return page.posts.first {
      $0.isOwned(by: desk.email) && $0.words == draft.words
    }
  }

  private func form(_ draft: Draft) -> PostForm {
    var form = PostForm(
      email: desk.email, title: draft.words.title, summary: draft.words.summary,
      body: draft.words.body)
    if case .newPost(let parent) = draft.key.place { form.parentID = parent }
    if draft.base == nil {
      form.timezone = TimeZone.current.identifier
      form.template = Post.Template(name: draft.template)
    }
    form.describePicture(of: draft, image)
    return form
  }
}

extension APIError {
  /// Whether the server may have done what was asked, although no answer came.
  var mayHaveArrived: Bool {
    switch self {
    case .timedOut, .interrupted, .unreadable: true
    default: false
    }
  }
}
