import FireflyCore
import Foundation
import Logging

extension AccountClient {
  /// Creates the client of a server over HTTP.
  ///
  /// `credentials` is read for each request.
  package static func live(
    server: ServerAddress, credentials: Credentials = Credentials(),
    limits: ClientLimits = ClientLimits(), logger: Logger
  ) -> AccountClient {
    let http = HTTPClient(
      server: server, credentials: credentials, limits: limits, logger: logger)
    return AccountClient(
      sendCode: { email async throws(APIError) in
        // The server may have to send an e-mail before it responds.
        try await http.answer(
          .sendCode, body: try .encoding(SendCodeRequest(email: email)), slow: true
        ) { (answer: SentCode) in answer.note }
      },
      verifyCode: { email, code, device async throws(APIError) in
        try await http.verify(code, of: email, device)
      },
      devices: { () async throws(APIError) in
        try await http.answer(.devices) { (answer: LossyDevices) in
          answer.devices.elements.map(\.cleaned)
        }
      },
      revoke: { id async throws(APIError) in
        try await http.answer(.revokeDevice(id)) { (_: Ignored) in }
      })
  }
}

extension HTTPClient {
  fileprivate func verify(
    _ code: String, of email: String, _ device: DeviceIdentity
  ) async throws(APIError) -> VerifiedUser {
    let listsDevices = try await extensions().contains(.devices)
    let question = VerifyCodeRequest(
      email: email, code: code, deviceID: device.id, deviceName: listsDevices ? device.name : nil)
    return try await answer(.verifyCode, body: try .encoding(question)) {
      (answer: VerifyCodeResponse) in
      VerifiedUser(answer, askedFor: email)
    }
  }
}

extension VerifiedUser {
  /// Maximum length of a token in bytes; it is sent with every request.
  private static let tokenBytes = 4_096

  fileprivate init(_ answer: VerifyCodeResponse, askedFor email: String) {
    let known = ForeignText.cleanLine(answer.email, limit: 254)
    let address = known.isEmpty ? email : known
    let name = ForeignText.cleanLine(answer.name ?? "", limit: 200)
    // The token is sent in a header: it must not contain line breaks.
    let token = answer.token.flatMap { token in
      let isUsable =
        !token.isEmpty && token.utf8.count <= Self.tokenBytes
        && token.utf8.allSatisfy { (0x21...0x7E).contains($0) }
      return isUsable ? token : nil
    }
    self.init(
      user: User(email: address, name: name.isEmpty ? address : name),
      isNew: answer.isNewUser ?? false, token: token, failedGuesses: answer.failedGuesses ?? 0)
  }
}

extension DeviceDescription {
  fileprivate var cleaned: DeviceDescription {
    var device = self
    device.name = ForeignText.cleanLine(name, limit: 200)
    return device
  }
}

/// Decodes a list of devices, skipping invalid ones.
private struct LossyDevices: Decodable {
  var devices: LossyList<DeviceDescription>
}

/// The response to the request for a code; an unexpected format counts as no message.
private struct SentCode: Decodable {
  let note: String?

  init(from decoder: any Decoder) throws {
    note = (try? StatusResponse(from: decoder).message).flatMap { ForeignText.sentence($0) }
  }
}
