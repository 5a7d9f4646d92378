import FireflyAPI
import FireflyCore
import FireflyHTTP
import FireflyStore
import Foundation

extension Router {
  func create(_ request: HTTPRequest, _ caller: Caller) async throws -> HTTPResponse {
    let keys = request.fields.all("idempotency-key")
    let key = keys.first.flatMap(CreationKey.init)
    guard keys.isEmpty || keys.count == 1 && key != nil else {
      return .failure(400, "Idempotency-Key must be 1 to 255 visible ASCII characters")
    }
    let form = try await receivedForm(request, caller)
    guard form.isComplete else { return .failure(400, "email and title are required") }
    guard form.namesParent else { return .failure(400, "parent_id must be the number of a post") }
    let fields = form.post
    let template = fields.template ?? .post
    guard template != .deleted else {
      return .failure(400, "A post can't have the template “\(template.name)”")
    }
    let parent = fields.parentID.flatMap { $0 < 0 ? nil : $0 }
    let post = Post(
      id: 0, parentID: parent ?? template.rootParentID, title: fields.title,
      summary: fields.summary, body: fields.body, clipOffsetX: form.change.clipOffsetX ?? 0,
      clipOffsetY: form.change.clipOffsetY ?? 0, createdAt: clock(),
      timezone: fields.timezone ?? "", locationTag: fields.locationTag,
      isAIGenerated: fields.isAIGenerated ?? false, template: template)
    return self.post(
      try await store.create(
        post, picture: form.picture, key: key, quota: quota(of: caller),
        repliers: access.repliers, by: fields.email, at: clock()))
  }

  func update(_ request: HTTPRequest, _ caller: Caller) async throws -> HTTPResponse {
    let form = try await receivedForm(request, caller)
    guard let id = form.post.postID, form.isComplete else {
      return .failure(400, "post_id, email, and title are required")
    }
    return post(
      try await store.update(
        id, form.change, picture: form.picture, quota: quota(of: caller),
        if: Self.condition(request), by: form.post.email, at: clock()))
  }

  /// Stores a picture for the text of a post.
  func addPicture(_ request: HTTPRequest, _ caller: Caller) async throws -> HTTPResponse {
    let form = try await receivedForm(request, caller)
    guard let picture = form.picture else { return .failure(400, "image is required") }
    let address = try await store.addUpload(
      picture, quota: quota(of: caller), by: form.post.email, at: clock())
    return try .json(PictureResponse(address: address))
  }

  func delete(
    _ id: Int, _ request: HTTPRequest, _ caller: Caller
  ) async throws -> HTTPResponse {
    try await store.delete(
      id, if: Self.condition(request), by: try Self.deleter(caller), at: clock())
    return try .json(StatusResponse(status: "success", message: "Post deleted successfully"))
  }

  func restore(_ id: Int, _ caller: Caller) async throws -> HTTPResponse {
    post(try await store.restore(id, by: try Self.deleter(caller), at: clock()))
  }

  func move(_ id: Int, _ request: HTTPRequest, _ caller: Caller) async throws -> HTTPResponse {
    try caller.requireIdentity()
    guard let question: MoveRequest = try await json(request) else { return .malformedJSON }
    guard let email = try caller.identity(claiming: question.email) else {
      return .failure(400, "email is required")
    }
    return post(
      try await store.move(
        id, to: question.parentID, repliers: access.repliers, if: Self.condition(request),
        by: email, at: clock()))
  }

  /// Returns the user who deletes or restores; nil if the posts may be of any user.
  private static func deleter(_ caller: Caller) throws(Refusal) -> String? {
    try caller.requireIdentity()
    // The owner moderates the embedded server. With claimed identities anyone may delete, as in the
    // phone app's API.
    return if case .device(let device) = caller { device.user.email } else { nil }
  }

  /// Returns the quota of the author of a request.
  func quota(of caller: Caller) -> Quota {
    if case .local = caller { .none } else { quota }
  }

  /// Returns the precondition of a request.
  private static func condition(_ request: HTTPRequest) -> PostCondition {
    PostCondition(request.fields.all("if-match"))
  }

  /// Responds with a profile; for its owner, creates an empty one if there is none.
  func profile(of email: String, _ caller: Caller) async throws -> HTTPResponse {
    let isOwn = caller == .claimed || caller.email?.lowercased() == email.lowercased()
    if isOwn { return profile(try await store.profile(of: email)) }
    if let known = try await store.existingProfile(of: email) { return profile(known) }
    return try .json(ProfileResponse(profile: nil))
  }

  /// Writes a profile; one that already has text is not created again, so that a client that
  /// doesn't know it can't overwrite it.
  func writeProfile(
    _ request: HTTPRequest, _ caller: Caller, isNew: Bool = false
  ) async throws -> HTTPResponse {
    let form = try await receivedForm(request, caller)
    guard form.isComplete else { return .failure(400, "email and title are required") }
    if isNew, try await store.existingProfile(of: form.post.email)?.words.isEmpty == false {
      return .failure(400, "Profile already exists. Use update endpoint.")
    }
    return profile(
      try await store.writeProfile(
        of: form.post.email, form.change, picture: form.picture, quota: quota(of: caller),
        if: Self.condition(request), at: clock()))
  }

  /// Reads the form of a caller who may write, and sets its e-mail.
  private func receivedForm(
    _ request: HTTPRequest, _ caller: Caller
  ) async throws -> ReceivedForm {
    // Before the body is read, so that rejected clients needn't send it.
    try caller.requireIdentity()
    let upload = try await beginUpload(request, caller)
    var received = try await ReceivedForm(request, store.pictures, upload, quota(of: caller))
    received.post.email =
      try caller.identity(claiming: received.post.email) ?? received.post.email
    return received
  }

  /// Begins the upload of a user, if the form may have a picture; refuses it by its length.
  private func beginUpload(
    _ request: HTTPRequest, _ caller: Caller
  ) async throws -> PictureUpload? {
    guard case .device(let device) = caller, ReceivedForm.mayHavePicture(request) else {
      return nil
    }
    let email = device.user.email
    guard let upload = uploads.begin(email.lowercased()) else { throw Refusal.tooManyPictures }
    let length = request.fields["content-length"].flatMap { Int($0) } ?? 0
    upload.allow(
      try await store.pictureRoom(
        for: length - ReceivedForm.textBytes, quota: quota(of: caller), of: email, at: clock()))
    return upload
  }

  /// Creates the response to an edit of an outdated version, with the current one.
  func conflict(_ post: Post, _ message: String) -> HTTPResponse {
    Self.envelope("post", post, status: 412, message: message)
  }

  /// Responds with `{post, status}`.
  func post(_ post: Post) -> HTTPResponse { Self.envelope("post", post) }

  /// Responds with `{profile, status}`.
  func profile(_ profile: Post) -> HTTPResponse { Self.envelope("profile", profile) }

  private static func envelope(
    _ key: StaticString, _ post: Post, status: Int = 200, message: String? = nil
  ) -> HTTPResponse {
    var response = HTTPResponse.json(status: status) { json in
      json.beginObject()
      if let message {
        json.key("message")
        json.value(message)
      }
      json.key(key)
      json.value(post)
      json.key("status")
      json.value(status == 200 ? "success" : "error")
      json.endObject()
    }
    response.fields["ETag"] = PostETag(post).text
    return response
  }
}
