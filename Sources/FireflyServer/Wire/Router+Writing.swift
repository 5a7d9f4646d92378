import FireflyAPI
import FireflyCore
import FireflyHTTP
import Foundation

extension Router {
  func create(_ request: HTTPRequest, _ caller: Caller) async throws -> HTTPResponse {
    let (form, picture) = try await received(request, caller)
    guard Self.isComplete(form) else {
      return .failure(400, "email, title, summary, and body are required")
    }
    let template = form.template ?? .post
    let post = Post(
      id: 0, parentID: form.parentID ?? (template == .post ? nil : -1), title: form.title,
      summary: form.summary, body: form.body, clipOffsetX: Self.clamp(form.clipOffsetX) ?? 0,
      clipOffsetY: Self.clamp(form.clipOffsetY) ?? 0, createdAt: clock(),
      timezone: form.timezone ?? "", locationTag: form.locationTag,
      isAIGenerated: form.isAIGenerated ?? false, template: template)
    return self.post(
      try await store.create(post, picture: picture, by: form.email))
  }

  func update(_ request: HTTPRequest, _ caller: Caller) async throws -> HTTPResponse {
    let (form, picture) = try await received(request, caller)
    guard let id = form.postID, Self.isComplete(form) else {
      return .failure(400, "post_id, email, title, summary, and body are required")
    }
    return post(
      try await store.update(
        id, Self.change(form), picture: picture, by: form.email))
  }

  func delete(_ id: Int, _ caller: Caller) async throws -> HTTPResponse {
    try caller.requireSomebody()
    // The store's own user keeps order in it; who is believed names nobody, as the contract has it.
    let author: String? = if case .device(let device) = caller { device.user.email } else { nil }
    try await store.delete(id, by: author)
    return try .json(StatusAnswer(status: "success", message: "Post deleted successfully"))
  }

  /// A profile; asked for by whoever may write it, a blank one is made where none was.
  func profile(of email: String, _ caller: Caller) async throws -> HTTPResponse {
    let isOwn = caller == .believed || caller.email?.lowercased() == email.lowercased()
    if isOwn { return profile(try await store.profile(of: email)) }
    if let known = try await store.existingProfile(of: email) { return profile(known) }
    return try .json(ProfileEnvelope(profile: nil))
  }

  func writeProfile(_ request: HTTPRequest, _ caller: Caller) async throws -> HTTPResponse {
    let (form, picture) = try await received(request, caller)
    guard Self.isComplete(form) else {
      return .failure(400, "email, title, summary, and body are required")
    }
    return profile(
      try await store.writeProfile(of: form.email, Self.change(form), picture: picture))
  }

  /// The form of somebody who may write, with the e-mail of who that is.
  private func received(
    _ request: HTTPRequest, _ caller: Caller
  ) async throws -> (PostForm, PictureDraft?) {
    // Before anything is read: nobody need send what will be refused.
    try caller.requireSomebody()
    let received = try await ReceivedForm(request, store.uploads)
    var form = received.post
    do {
      form.email = try caller.identity(claiming: form.email) ?? form.email
    } catch {
      received.picture?.discard()
      throw error
    }
    return (form, received.picture)
  }

  private static func change(_ form: PostForm) -> PostChange {
    var change = PostChange()
    change.title = form.title
    change.summary = form.summary
    change.body = form.body
    change.clipOffsetX = clamp(form.clipOffsetX)
    change.clipOffsetY = clamp(form.clipOffsetY)
    return change
  }

  private static func isComplete(_ form: PostForm) -> Bool {
    [form.email, form.title, form.summary, form.body].allSatisfy { text in
      text.contains { !$0.isWhitespace }
    }
  }

  private static func clamp(_ offset: Double?) -> Double? {
    offset.flatMap { $0.isFinite ? min(max($0, -1), 1) : nil }
  }

  /// `{post, status}`.
  func post(_ post: Post) -> HTTPResponse { Self.envelope("post", post) }

  /// `{profile, status}`.
  func profile(_ profile: Post) -> HTTPResponse { Self.envelope("profile", profile) }

  private static func envelope(_ key: StaticString, _ post: Post) -> HTTPResponse {
    .json { json in
      json.beginObject()
      json.key(key)
      json.value(post)
      json.key("status")
      json.value("success")
      json.endObject()
    }
  }
}
