import FireflyAPI
import FireflyCore
import Foundation

/// Signing in and out on one server: asks it, tells the credentials, and keeps what comes of it.
public struct AccountSession: Sendable {
  /// What became of a sign-in.
  public struct SignedIn: Hashable, Sendable {
    /// The current user.
    public var user: User
    /// Whether the server made the user just now.
    public var isNew: Bool
    /// Why it holds for this run only, as a sentence; nil if it was kept.
    public var complaint: String?
    /// Wrong codes that were entered for the e-mail since the last sign-in.
    public var failedGuesses = 0

    /// What the user should know of those codes, as a sentence; nil if there were none.
    public var warning: String? {
      switch failedGuesses {
      case ...0: nil
      case 1: "1 wrong code was entered for your e-mail since you last signed in."
      default:
        "\(failedGuesses) wrong codes were entered for your e-mail since you last signed in."
      }
    }
  }

  /// What became of a sign-out.
  public struct SignedOut: Hashable, Sendable {
    /// The previous user; nil if signed out.
    public var user: User?
    /// What the server could not be brought to do, as a sentence; nil if there is nothing.
    public var complaint: String?
  }

  /// What the server is asked.
  public let client: AccountClient
  /// The current user, for everything that sends requests.
  public let credentials: Credentials
  private let server: String
  private let file: AccountFile

  /// The current user on a server.
  ///
  /// - `server`: the server's name for good, `Connection.id`.
  /// - `file`: where that is kept.
  public init(
    client: AccountClient, credentials: Credentials, server: String, file: AccountFile
  ) {
    self.client = client
    self.credentials = credentials
    self.server = server
    self.file = file
  }

  /// Has a code sent to an e-mail.
  /// - Returns: what the server says about it; nil if nothing.
  /// - Throws: `APIError`.
  @discardableResult
  public func sendCode(to email: String) async throws(APIError) -> String? {
    try await client.sendCode(email)
  }

  /// Signs in with a code, and keeps that.
  /// - Throws: `APIError`.
  public func signIn(_ email: String, code: String) async throws(APIError) -> SignedIn {
    let id = await BlockingThread.run { [file] in file.deviceID() }
    let device = DeviceIdentity(id: id, name: "Firefly on \(Self.hostName)")
    let verified = try await client.verifyCode(email, code, device)
    // Who was signed in before is not any more: the server need not go on thinking so.
    if credentials.account.email?.lowercased() != verified.user.email.lowercased() {
      _ = await revokeThisDevice()
    }
    credentials.signIn(verified.user, token: verified.token)
    var result = SignedIn(user: verified.user, isNew: verified.isNew)
    result.failedGuesses = verified.failedGuesses
    let kept = SavedAccount(user: verified.user, token: verified.token)
    do throws(AccountFileError) {
      try await BlockingThread.run { [file, server] () throws(AccountFileError) in
        try file.save(kept, on: server)
      }
    } catch {
      result.complaint = "\(error) You are signed in for this run only."
    }
    return result
  }

  /// Signs out: has the server forget this device, if it knows devices, and forgets the account.
  ///
  /// Signs out here, whatever the server says.
  /// - Throws: `AccountFileError` if the account can't be forgotten.
  public func signOut() async throws(AccountFileError) -> SignedOut {
    var result = SignedOut(user: credentials.account.user)
    if let error = await revokeThisDevice() {
      result.complaint = "\(error.sentence) This device may still be listed there as signed in."
    }
    credentials.signOut()
    try await BlockingThread.run { [file, server] () throws(AccountFileError) in
      try file.remove(on: server)
    }
    return result
  }

  /// Takes over the user's new name.
  public func rename(to name: String) {
    guard var user = credentials.account.user else { return }
    user.name = name
    credentials.signIn(user, token: credentials.token)
    guard var kept = try? file.account(on: server), kept.email == user.email else { return }
    kept.name = name
    // What can't be kept is known again after the next sign-in.
    try? file.save(kept, on: server)
  }

  /// Has the server forget this device.
  /// - Returns: why that could not be done; nil if there is nothing to forget.
  private func revokeThisDevice() async -> APIError? {
    guard credentials.token != nil else { return nil }
    do throws(APIError) {
      if let device = try await client.devices().first(where: \.isCurrent) {
        try await client.revoke(device.id)
      }
      return nil
    } catch {
      // A token that counts for nothing there need not be revoked.
      if case .status(401, _) = error { return nil }
      return error
    }
  }

  /// The name of this computer, as it knows itself.
  private static var hostName: String {
    var name = [CChar](repeating: 0, count: 256)
    guard gethostname(&name, name.count - 1) == 0, name[0] != 0 else { return "a computer" }
    return ForeignText.cleanLine(
      String(decoding: name.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self),
      limit: 80)
  }
}
