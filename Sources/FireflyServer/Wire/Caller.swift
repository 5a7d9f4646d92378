import FireflyHTTP
import FireflyStore
import Foundation

/// The author of a request, determined before routing.
enum Caller: Hashable, Sendable {
  /// The owner, who alone can reach the socket.
  case local(LocalUser)
  /// A signed-in user, identified by a device's token.
  case device(Device)
  /// Anyone, whose claimed e-mail is trusted.
  case claimed
  case anonymous
  /// An anonymous caller with an invalid or revoked token.
  case revoked

  /// Determines the author of a request.
  init(
    _ request: HTTPRequest, _ access: Access, _ store: any AccountStore
  ) async throws(StoreError) {
    if case .owner(let user) = access.identity {
      self = .local(user)
      return
    }
    let without = access.identity == .claim ? Caller.claimed : .anonymous
    guard let text = Self.bearer(request) else {
      self = without
      return
    }
    if let token = DeviceToken(text), let device = try await store.device(token) {
      self = .device(device)
    } else {
      self = without == .anonymous ? .revoked : without
    }
  }

  /// Returns the token of `Authorization: Bearer …`; nil if there is none, "" if there are several.
  private static func bearer(_ request: HTTPRequest) -> Substring? {
    // Other authentication schemes may be meant for a proxy.
    let tokens = request.fields.all("authorization").compactMap { field -> Substring? in
      let words = field.split(separator: " ", maxSplits: 1)
      return words.first?.lowercased() == "bearer" ? words.dropFirst().first ?? "" : nil
    }
    return tokens.count > 1 ? "" : tokens.first
  }

  /// The e-mail that the socket or the token proves; nil if there is none.
  var email: String? {
    switch self {
    case .local(let user): user.email
    case .device(let device): device.user.email
    case .claimed, .anonymous, .revoked: nil
    }
  }

  /// Rejects anonymous callers.
  /// - Throws: `Refusal.signedOut`, `.revoked`.
  func requireIdentity() throws(Refusal) {
    switch self {
    case .anonymous: throw .signedOut
    case .revoked: throw .revoked
    case .local, .device, .claimed: break
    }
  }

  /// Returns the user on whose behalf a request writes, or reads private data.
  ///
  /// - Parameter claim: the e-mail in the request; nil or blank if there is none. It is trusted
  ///   only for `.claimed`.
  /// - Returns: the e-mail; nil only for `.claimed` without an e-mail.
  func identity(claiming claim: String?) throws(Refusal) -> String? {
    try requireIdentity()
    let claim = claim?.trimmingCharacters(in: .whitespacesAndNewlines) ?? ""
    guard let email else { return claim.isEmpty ? nil : claim }
    guard claim.isEmpty || claim.lowercased() == email.lowercased() else {
      throw .otherUser(email)
    }
    return email
  }

  /// Returns the user for whom a list is read; nil if anonymous.
  /// - Throws: `Refusal.otherUser`.
  func reader(claiming claim: String?) throws(Refusal) -> String? {
    switch self {
    case .anonymous, .revoked: nil
    case .local, .device, .claimed: try identity(claiming: claim)
    }
  }
}

/// Why a caller may not do something.
enum Refusal: Error, Hashable, Sendable {
  /// The caller must sign in.
  case signedOut
  /// The token is invalid or was revoked.
  case revoked
  /// The request names another user than the signed-in one, whose e-mail this is.
  case otherUser(String)
  /// The caller's account has its share of requests at a time.
  case tooManyRequests
  /// The caller sends as many pictures at a time as are allowed.
  case tooManyPictures
}
