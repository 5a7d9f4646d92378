import FireflyHTTP
import Foundation

/// Who asks; made once, before routing.
enum Caller: Hashable, Sendable {
  /// The store's own user, for whom alone the socket is.
  case local(LocalUser)
  /// The user of a device, by its token.
  case device(Device)
  /// The claimed identity.
  case claimed
  /// Anybody.
  case anonymous
  /// Anybody, with a token that counts for nothing: it was revoked, or is none of this server's.
  case revoked

  /// Who sends a request.
  /// - Throws: `StoreError`.
  init(_ request: HTTPRequest, _ access: Access, _ store: any Store) async throws(StoreError) {
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

  /// The token of `Authorization: Bearer …`; nil if there is none, "" where there are two.
  private static func bearer(_ request: HTTPRequest) -> Substring? {
    // Other ways to sign in are a proxy's affair.
    let tokens = request.fields.all("authorization").compactMap { field -> Substring? in
      let words = field.split(separator: " ", maxSplits: 1)
      return words.first?.lowercased() == "bearer" ? words.dropFirst().first ?? "" : nil
    }
    return tokens.count > 1 ? "" : tokens.first
  }

  /// Whom the connection or the token names; nil if anonymous.
  var email: String? {
    switch self {
    case .local(let user): user.email
    case .device(let device): device.user.email
    case .claimed, .anonymous, .revoked: nil
    }
  }

  /// Refuses anonymous callers.
  /// - Throws: `Refusal.signedOut`, `.revoked`.
  func requireIdentity() throws(Refusal) {
    switch self {
    case .anonymous: throw .signedOut
    case .revoked: throw .revoked
    case .local, .device, .claimed: break
    }
  }

  /// Who writes, or asks for what is theirs alone.
  ///
  /// - Parameter claim: the e-mail in the request; nil or blank where there is none. It is believed
  ///   only where everybody is.
  /// - Returns: nil only if claims are trusted and the request names no user.
  /// - Throws: `Refusal`.
  func identity(claiming claim: String?) throws(Refusal) -> String? {
    try requireIdentity()
    let claim = claim?.trimmingCharacters(in: .whitespacesAndNewlines) ?? ""
    guard let email else { return claim.isEmpty ? nil : claim }
    guard claim.isEmpty || claim.lowercased() == email.lowercased() else {
      throw .otherUser(email)
    }
    return email
  }

  /// For whom a list is read; nil if it does not depend on the reader.
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
  /// It requires an account, and the caller is not signed in.
  case signedOut
  /// The token counts for nothing here.
  case revoked
  /// The request names another user than its token; the e-mail is that of the token.
  case otherUser(String)
}
