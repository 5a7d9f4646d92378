import FireflyAPI
import FireflyCore
import Foundation

extension Router {
  func create(_ request: Request) async throws -> Response {
    if let refusal = Self.refusal(of: request) { return refusal }
    guard let body = FormBody(request) else { return .badRequest }
    let form = PostForm(fields: body.fields)
    guard Self.isComplete(form) else {
      return .failure(400, "email, title, summary, and body are required")
    }
    guard try await store.user(form.email) != nil else {
      throw StoreError.unknownUser(email: form.email)
    }
    let template = form.template ?? .post
    let post = Post(
      id: 0, parentID: form.parentID ?? (template == .post ? nil : -1), title: form.title,
      summary: form.summary, body: form.body, imageURL: try body.image.map(store.uploads.add),
      clipOffsetX: Self.clamp(form.clipOffsetX) ?? 0,
      clipOffsetY: Self.clamp(form.clipOffsetY) ?? 0,
      timezone: form.timezone ?? "", locationTag: form.locationTag,
      isAIGenerated: form.isAIGenerated ?? false, template: template)
    return self.post(try await store.create(post, by: form.email))
  }

  func update(_ request: Request) async throws -> Response {
    if let refusal = Self.refusal(of: request) { return refusal }
    guard let body = FormBody(request) else { return .badRequest }
    let form = PostForm(fields: body.fields)
    guard let id = form.postID, Self.isComplete(form) else {
      return .failure(400, "post_id, email, title, summary, and body are required")
    }
    guard let old = try await store.post(id) else { throw StoreError.unknownPost(id) }
    guard old.isOwned(by: form.email) else { throw StoreError.notOwner }
    return post(
      try await store.update(id, try change(form, picture: body.image), by: form.email))
  }

  func writeProfile(_ request: Request) async throws -> Response {
    if let refusal = Self.refusal(of: request) { return refusal }
    guard let body = FormBody(request) else { return .badRequest }
    let form = PostForm(fields: body.fields)
    guard Self.isComplete(form) else {
      return .failure(400, "email, title, summary, and body are required")
    }
    guard try await store.user(form.email) != nil else {
      throw StoreError.unknownUser(email: form.email)
    }
    return profile(
      try await store.writeProfile(of: form.email, try change(form, picture: body.image)))
  }

  func sendCode(_ request: Request) async throws -> Response {
    guard let question = try? JSONDecoder().decode(SendCodeRequest.self, from: request.body) else {
      return .badRequest
    }
    let email = question.email.trimmingCharacters(in: .whitespacesAndNewlines)
    guard email.contains("@"), email.utf8.count <= 254 else {
      return .failure(400, "A valid email is required")
    }
    let code = try await store.newCode(for: email)
    logger.notice("The sign-in code for \(email) is \(code), good for ten minutes.")
    return .json { json in
      json.beginObject()
      if handsBackCodes {
        json.key("code")
        json.value(code)
      }
      json.key("status")
      json.value("success")
      json.endObject()
    }
  }

  func verifyCode(_ request: Request) async throws -> Response {
    guard let answer = try? JSONDecoder().decode(VerifyCodeRequest.self, from: request.body) else {
      return .badRequest
    }
    let email = answer.email.trimmingCharacters(in: .whitespacesAndNewlines)
    switch try await store.check(code: answer.code, for: email) {
    case .right(let user, let isNew):
      return try .json(
        VerifyCodeAnswer(userID: user.id, email: user.email, name: user.name, isNewUser: isNew))
    case .wrong: return .failure(401, "Invalid verification code")
    case .nonePending: return .failure(404, "No verification code pending for this email")
    }
  }

  private func change(_ form: PostForm, picture: Data?) throws -> PostChange {
    var change = PostChange()
    change.title = form.title
    change.summary = form.summary
    change.body = form.body
    change.clipOffsetX = Self.clamp(form.clipOffsetX)
    change.clipOffsetY = Self.clamp(form.clipOffsetY)
    change.imageURL = try picture.map(store.uploads.add)
    return change
  }

  private static func refusal(of request: Request) -> Response? {
    guard request.body.count > Request.maxBody else { return nil }
    return .failure(
      500,
      "Server error: 413 Request Entity Too Large: The data value transmitted exceeds the capacity "
        + "limit.")
  }

  private static func isComplete(_ form: PostForm) -> Bool {
    [form.email, form.title, form.summary, form.body].allSatisfy { text in
      text.contains { !$0.isWhitespace }
    }
  }

  private static func clamp(_ offset: Double?) -> Double? {
    offset.flatMap { $0.isFinite ? min(max($0, -1), 1) : nil }
  }
}
