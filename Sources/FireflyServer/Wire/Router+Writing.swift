import FireflyAPI
import FireflyCore
import FireflyHTTP
import Foundation

extension Router {
  func create(_ request: HTTPRequest) async throws -> HTTPResponse {
    let received = try await ReceivedForm(request, store.uploads)
    let form = received.post
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
      try await store.create(post, picture: received.picture, by: form.email))
  }

  func update(_ request: HTTPRequest) async throws -> HTTPResponse {
    let received = try await ReceivedForm(request, store.uploads)
    let form = received.post
    guard let id = form.postID, Self.isComplete(form) else {
      return .failure(400, "post_id, email, title, summary, and body are required")
    }
    return post(
      try await store.update(
        id, Self.change(form), picture: received.picture, by: form.email))
  }

  func writeProfile(_ request: HTTPRequest) async throws -> HTTPResponse {
    let received = try await ReceivedForm(request, store.uploads)
    guard Self.isComplete(received.post) else {
      return .failure(400, "email, title, summary, and body are required")
    }
    return profile(
      try await store.writeProfile(
        of: received.post.email, Self.change(received.post), picture: received.picture))
  }

  func sendCode(_ request: HTTPRequest) async throws -> HTTPResponse {
    guard let question: SendCodeRequest = try await json(request) else { return .malformedJSON }
    let email = question.email.trimmingCharacters(in: .whitespacesAndNewlines)
    guard Self.isAddress(email) else { return .failure(400, "A valid email is required") }
    deliver(try await store.newCode(for: email, now: clock()), email)
    return try .json(StatusAnswer(status: "success"))
  }

  func verifyCode(_ request: HTTPRequest) async throws -> HTTPResponse {
    guard let answer: VerifyCodeRequest = try await json(request) else { return .malformedJSON }
    let email = answer.email.trimmingCharacters(in: .whitespacesAndNewlines)
    switch try await store.check(code: answer.code, for: email, now: clock()) {
    case .right(let user, let isNew):
      return try .json(
        VerifyCodeAnswer(userID: user.id, email: user.email, name: user.name, isNewUser: isNew))
    case .wrong: return .failure(401, "Invalid verification code")
    case .nonePending: return .failure(404, "No verification code pending for this email")
    }
  }

  /// Whether a code can be sent there, and it can stand in a line of a log.
  private static func isAddress(_ email: String) -> Bool {
    email.contains("@") && email.utf8.count <= 254
      && email.unicodeScalars.allSatisfy { $0.properties.generalCategory != .control }
      && !email.contains(where: \.isWhitespace)
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
