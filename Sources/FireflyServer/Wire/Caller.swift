import FireflyHTTP
import Foundation

/// Who asks; made once, before routing.
enum Caller: Hashable, Sendable {
  /// The store's own user, for whom alone the socket is.
  case local(LocalUser)
  /// The user of a device, by its token.
  case device(Device)
  /// Whoever they say they are.
  case believed
  /// Anybody.
  case nobody
  /// Anybody, with a token that counts for nothing: it was revoked, or is none of this server's.
  case revoked

  /// Who sends a request.
  /// - Throws: `StoreError`.
  init(_ request: HTTPRequest, _ access: Access, _ store: any Store) async throws(StoreError) {
    if case .owner(let user) = access.identity {
      self = .local(user)
      return
    }
    let without = access.identity == .claim ? Caller.believed : .nobody
    guard let text = Self.bearer(request) else {
      self = without
      return
    }
    if let token = DeviceToken(text), let device = try await store.device(token) {
      self = .device(device)
    } else {
      self = without == .nobody ? .revoked : without
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

  /// Whom the connection or the token names; nil if that is nobody.
  var email: String? {
    switch self {
    case .local(let user): user.email
    case .device(let device): device.user.email
    case .believed, .nobody, .revoked: nil
    }
  }

  /// Refuses who is nobody.
  /// - Throws: `Refusal.signedOut`, `.revoked`.
  func requireSomebody() throws(Refusal) {
    switch self {
    case .nobody: throw .signedOut
    case .revoked: throw .revoked
    case .local, .device, .believed: break
    }
  }

  /// Who writes, or asks for what is theirs alone.
  ///
  /// - Parameter claim: the e-mail in the request; nil or blank where there is none. It is believed
  ///   only where everybody is.
  /// - Returns: nil only if everybody is believed and nobody is named.
  /// - Throws: `Refusal`.
  func identity(claiming claim: String?) throws(Refusal) -> String? {
    try requireSomebody()
    let claim = claim?.trimmingCharacters(in: .whitespacesAndNewlines) ?? ""
    guard let email else { return claim.isEmpty ? nil : claim }
    guard claim.isEmpty || claim.lowercased() == email.lowercased() else {
      throw .somebodyElse(email)
    }
    return email
  }

  /// For whom a list is read; nil if that is nobody's affair.
  /// - Throws: `Refusal.somebodyElse`.
  func reader(claiming claim: String?) throws(Refusal) -> String? {
    switch self {
    case .nobody, .revoked: nil
    case .local, .device, .believed: try identity(claiming: claim)
    }
  }
}

/// Why somebody may not do something.
enum Refusal: Error, Hashable, Sendable {
  /// It takes an account, and nobody is signed in.
  case signedOut
  /// The token counts for nothing here.
  case revoked
  /// The request names somebody else than its token does, whose e-mail this is.
  case somebodyElse(String)
}
