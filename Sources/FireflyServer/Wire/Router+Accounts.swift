import FireflyAPI
import FireflyCore
import FireflyHTTP
import FireflyStore
import Foundation

extension Router {
  func sendCode(_ request: HTTPRequest) async throws -> HTTPResponse {
    guard let question: SendCodeRequest = try await json(request) else { return .malformedJSON }
    guard let email = MailAddress(question.email)?.text else {
      return .failure(400, "A valid email is required")
    }
    let peer = request.peer.subnet
    guard access.registration == .open else { return try await sendCode(toInvited: email, peer) }
    let code = try await store.newCode(
      for: email, from: peer, access: access, now: clock())
    guard await deliverCode(code, to: email, peer) else {
      return .failure(
        500, "The code could not be sent. Try again later, or tell the server's administrator.")
    }
    return try .json(StatusResponse(status: "success", message: codeOrigin))
  }

  /// Where a code comes from, for all addresses alike; nil for the e-mail that was sent.
  ///
  /// Without it, users would wait for an e-mail.
  private var codeOrigin: String? {
    switch (access.registration, access.mailsCodes) {
    case (.open, true): nil
    case (.open, false): "This server sends no e-mail: ask the person who runs it for the code."
    case (.invited, true):
      "If this address is invited, a code has been sent to it. \(SignInCode.validity)"
    case (.invited, false):
      "This server sends no e-mail: if this address is invited, ask the person who runs it for the code."
    }
  }

  /// Responds in the same way and time to all e-mails, so that the response doesn't reveal who is
  /// invited.
  private func sendCode(toInvited email: String, _ peer: String) async throws -> HTTPResponse {
    do throws(StoreError) {
      let code = try await store.newCode(
        for: email, from: peer, access: access, now: clock())
      Task { await deliverCode(code, to: email, peer) }
    } catch .notInvited {
      logger.info("A code was requested for an address that is not invited")
    }
    return try .json(StatusResponse(status: "success", message: codeOrigin))
  }

  /// Sends a code; voids it if that fails.
  /// - Returns: whether it was sent.
  @discardableResult
  private func deliverCode(_ code: String, to email: String, _ peer: String) async -> Bool {
    do {
      try await deliver(code, email)
      return true
    } catch {
      logger.error("A sign-in code could not be sent to \(email): \(error)")
      try? await store.voidCode(for: email, from: peer)
      return false
    }
  }

  func verifyCode(_ request: HTTPRequest) async throws -> HTTPResponse {
    guard let answer: VerifyCodeRequest = try await json(request) else { return .malformedJSON }
    let email = answer.email.trimmingCharacters(in: .whitespacesAndNewlines)
    let check = try await store.check(
      code: answer.code, for: email, from: request.peer.subnet,
      device: DeviceInfo(id: answer.deviceID, name: answer.deviceName ?? ""),
      access: access, now: clock())
    switch check {
    case .right(let signIn):
      logger.info("\(signIn.user.email) signed in")
      var answer = VerifyCodeResponse(
        userID: signIn.user.id, email: signIn.user.email, name: signIn.user.name,
        isNewUser: signIn.isNew)
      answer.token = signIn.token
      if signIn.failedGuesses > 0 { answer.failedGuesses = signIn.failedGuesses }
      return try .json(answer)
    case .wrong: return .failure(401, "Invalid verification code")
    case .nonePending: return .failure(404, "No verification code pending for this email")
    }
  }

  func devices(_ caller: Caller) async throws -> HTTPResponse {
    let email = try account(of: caller)
    let current: Int? = if case .device(let device) = caller { device.id } else { nil }
    return try .json(
      DevicesResponse(
        devices: try await store.devices(of: email).map { device in
          DeviceDescription(
            id: device.id, name: device.name, createdAt: device.createdAt,
            usedAt: device.usedAt, isCurrent: device.id == current)
        }))
  }

  func revokeDevice(_ id: Int, _ caller: Caller) async throws -> HTTPResponse {
    try await store.revokeDevice(id, of: try account(of: caller), at: clock())
    return try .json(StatusResponse(status: "success", message: "The device is signed out"))
  }

  /// Returns the user whose devices and marks the caller may use; a claimed e-mail is not enough.
  /// - Throws: `Refusal.signedOut`, `.revoked`.
  func account(of caller: Caller) throws(Refusal) -> String {
    try caller.requireIdentity()
    guard let email = caller.email else { throw .signedOut }
    return email
  }
}
