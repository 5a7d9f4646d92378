import FireflyAPI
import FireflyCore
import Foundation

/// Signs in to and out of one server, updates the credentials and saves the account.
package struct AccountSession: Sendable {
  /// The result of a sign-in.
  package struct SignedIn: Hashable, Sendable {
    /// The current user.
    package var user: User
    /// Whether the server has just created the account.
    package var isNew: Bool
    /// Why the account could not be saved, as a sentence, so that it is used by this run only; nil if it was saved.
    package var complaint: String?
    /// Wrong codes entered for the e-mail since the last sign-in.
    package var failedGuesses = 0
    /// Whether the account may write: a service may have been asked to let it read only.
    package var mayWrite = true

    /// What the user should know, as a sentence: that they may only read, or that there were wrong codes; nil for nothing.
    package var warning: String? {
      if !mayWrite { return "You may read here, not write: sign in again and allow it." }
      return switch failedGuesses {
      case ...0: nil
      case 1: "1 wrong code was entered for your e-mail since you last signed in."
      default:
        "\(failedGuesses) wrong codes were entered for your e-mail since you last signed in."
      }
    }
  }

  /// The result of a sign-out.
  package struct SignedOut: Hashable, Sendable {
    /// The user who was signed in; nil for none.
    package var user: User?
    /// The account that is the current one of the server now; nil for none.
    package var next: User?
    /// How many marks of posts could not be sent to the service; they are kept here.
    package var unsent = 0
    /// Why the server may still list this device, as a sentence; nil if it does not.
    package var complaint: String?

    /// What the user should know, as sentences: the complaint, and what could not be sent; nil for nothing.
    ///
    /// - Parameter forgets: whether all that is kept here of the account is removed.
    package func warning(forgets: Bool = false) -> String? {
      let fate = forgets ? "is lost" : "is sent when you sign in again"
      let fates = forgets ? "are lost" : "are sent when you sign in again"
      let words =
        unsent == 0
        ? nil
        : "The service did not get what you marked last: \(Counted.words(unsent, "mark")) "
          + "\(unsent == 1 ? fate : fates)."
      let sentences = [complaint, words].compactMap(\.self)
      return sentences.isEmpty ? nil : sentences.joined(separator: " ")
    }
  }

  /// The account calls of the server.
  package let client: AccountClient
  /// The current user and token, shared with all clients of the server.
  package let credentials: Credentials
  /// Signs in on a page of the service; nil for Firefly's servers, which send codes.
  private let service: ServiceSignIn?
  /// Begins to wait for a browser; nil where none can come back.
  private let returningBrowser: (@Sendable () async throws -> any ReturningBrowser)?
  private let server: SiteID
  private let file: AccountFile
  /// Sends what waits to be sent, and returns how many marks can't be sent; nil where nothing waits.
  private let settle: (@Sendable () async -> Int)?

  /// Creates a session.
  ///
  /// - Parameters:
  ///   - client: the account calls of the server.
  ///   - service: signs in on a page of the service; nil for Firefly's servers.
  ///   - returningBrowser: begins to wait for a browser; nil where none can come back.
  ///   - credentials: updated by signing in and out.
  ///   - server: what accounts are kept by, `Connection.accountID`.
  ///   - file: stores the account.
  ///   - settle: sends what waits to be sent, and returns how many marks can't be sent.
  package init(
    client: AccountClient, service: ServiceSignIn? = nil,
    returningBrowser: (@Sendable () async throws -> any ReturningBrowser)? = nil,
    credentials: Credentials, server: SiteID, file: AccountFile,
    settle: (@Sendable () async -> Int)? = nil
  ) {
    self.client = client
    self.service = service
    self.returningBrowser = returningBrowser
    self.credentials = credentials
    self.server = server
    self.file = file
    self.settle = settle
  }

  /// Requests a code for an e-mail.
  ///
  /// - Returns: the server's message about it; nil for none.
  @discardableResult
  package func sendCode(to email: String) async throws(APIError) -> String? {
    try await client.sendCode(email)
  }

  /// Begins to sign in to a service.
  ///
  /// - Returns: the page, whose code a later run of the program takes, too, for a day; and what waits for the browser
  ///   to come back from it, nil if this machine or the service does not allow that.
  /// - Throws: `APIError`, or `AccountFileError` if the page can't be kept.
  package func beginService() async throws
    -> (page: ServiceSignInPage, browser: (any ReturningBrowser)?)
  {
    guard let service else { throw APIError.notOffered("This server has no page to sign in on.") }
    let browser = try? await returningBrowser?()
    do {
      let page = try await service.begin(browser?.place)
      try await BlockingThread.run { [file, server] () throws(AccountFileError) in
        try file.save(page, of: server)
      }
      guard page.returning != nil else {
        await browser?.stop()
        return (page, nil)
      }
      return (page, browser)
    } catch {
      await browser?.stop()
      throw error
    }
  }

  /// Signs in to a service with the code of its page, and saves the account.
  ///
  /// - Parameter code: the code, or the address to which the browser was sent.
  /// - Returns: the result.
  /// - Throws: `APIError`: `.notOffered` with a sentence if the code is wrong or too old, or no page was shown.
  package func signIn(code: String) async throws(APIError) -> SignedIn {
    let page = await BlockingThread.run { [file, server] in file.page(of: server) }
    guard let service, let page else {
      throw .notOffered("No page was opened within a day: sign in without a code first.")
    }
    let new = try await service.finish(code, page)
    // The token of an earlier sign-in to the same account is obsolete.
    let former = await kept(new.user.key)
    credentials.signIn(new.user, token: new.token, mayWrite: new.mayWrite)
    var kept = SavedAccount(user: new.user, token: new.token)
    (kept.client, kept.scopes) = (page.client, new.scopes)
    var result = SignedIn(user: new.user, isNew: false)
    result.mayWrite = new.mayWrite
    result.complaint = await save(kept)
    if let token = former?.token, token != new.token, let client = former?.client {
      try? await service.revoke(token, client)
    }
    return result
  }

  /// Signs in to a service with a name and a password, and saves the account; the password is not kept.
  ///
  /// - Throws: `APIError`: `.notOffered` with a sentence if the service refuses them.
  package func signIn(name: String, password: String) async throws(APIError) -> SignedIn {
    guard let signIn = service?.withPassword else { throw .status(501, message: nil) }
    let new = try await signIn(name, password)
    // What waits is of the account that was there before.
    _ = await settle?()
    credentials.signIn(new.user, token: new.token, mayWrite: new.mayWrite)
    var kept = SavedAccount(user: new.user, token: new.token)
    kept.scopes = new.scopes
    var result = SignedIn(user: new.user, isNew: false)
    result.complaint = await save(kept)
    return result
  }

  /// Asks the service whether the token is good; does nothing on Firefly's servers.
  ///
  /// - Throws: `APIError`: 401 if the token is void.
  package func check() async throws(APIError) { try await service?.check() }

  /// Signs in with a code, and saves the account.
  package func signIn(_ email: String, code: String) async throws(APIError) -> SignedIn {
    let id = await BlockingThread.run { [file] in file.deviceID() }
    let device = DeviceIdentity(id: id, name: "Firefly on \(Self.hostName)")
    let verified = try await client.verifyCode(email, code, device)
    credentials.signIn(verified.user, token: verified.token)
    var result = SignedIn(user: verified.user, isNew: verified.isNew)
    result.failedGuesses = verified.failedGuesses
    result.complaint = await save(SavedAccount(user: verified.user, token: verified.token))
    return result
  }

  /// Returns an account of the server, as it is saved; nil for none.
  private func kept(_ key: PersonID) async -> SavedAccount? {
    await BlockingThread.run { [file, server] in
      (try? file.accounts(on: server))?.first { $0.isOf(key) }
    }
  }

  /// Saves an account; returns why it can't be saved, as a sentence.
  private func save(_ account: SavedAccount) async -> String? {
    do throws(AccountFileError) {
      try await BlockingThread.run { [file, server] () throws(AccountFileError) in
        try file.save(account, on: server)
      }
      return nil
    } catch {
      return error.description
    }
  }

  /// Signs out: removes the account, and revokes this device on the server, if it supports devices.
  ///
  /// The account is signed out here even if the server can't be reached, or the task is cancelled, which only means
  /// that the server is not waited for. If there is another account on the server, the session goes on as that one.
  ///
  /// - Throws: `AccountFileError` if the account can't be removed from the file: then everything stays as it was.
  package func signOut() async throws(AccountFileError) -> SignedOut {
    let account = credentials.account
    guard account.isSignedIn, let user = account.user else {
      credentials.signOut()
      return SignedOut()
    }
    let unsent = await settle?() ?? 0
    let (saved, next) = try await BlockingThread.run {
      [file, server] () throws(AccountFileError) in
      let saved = try file.accounts(on: server).first { $0.isOf(user.key) }
      try file.remove(user.key, on: server)
      return (saved, try file.account(on: server))
    }
    let error = await revoke(saved?.client)
    if let next {
      credentials.signIn(next.user, token: next.token, mayWrite: next.mayWrite)
    } else {
      credentials.signOut()
    }
    let why = error.map { $0 == .cancelled ? "" : $0.sentence + " " }
    return SignedOut(
      user: user, next: next?.user, unsent: unsent,
      complaint: why.map { $0 + "This device may still be listed there as signed in." })
  }

  /// Updates the current user's name, in memory and in the file.
  ///
  /// It blocks.
  package func rename(to name: String) {
    guard var user = credentials.account.user else { return }
    user.name = name
    credentials.signIn(user, token: credentials.token)
    // Without the file, the next sign-in brings the name again.
    try? file.rename(user.key, on: server, to: name)
  }

  /// Revokes this device on the server, or the token on a service.
  ///
  /// - Parameter client: what the service knows the program by; nil for none.
  /// - Returns: why that failed; nil if it succeeded or there was nothing to revoke.
  private func revoke(_ client: ServiceClient?) async -> APIError? {
    guard let token = credentials.token else { return nil }
    do throws(APIError) {
      if let service {
        if let client { try await service.revoke(token, client) }
        return nil
      }
      if let device = try await self.client.devices().first(where: \.isCurrent) {
        try await self.client.revoke(device.id)
      }
      return nil
    } catch {
      // An invalid token need not be revoked.
      if case .status(401, _) = error { return nil }
      return error
    }
  }

  /// The host name of this computer.
  private static var hostName: String {
    var name = [CChar](repeating: 0, count: 256)
    guard gethostname(&name, name.count - 1) == 0, name[0] != 0 else { return "a computer" }
    return ForeignText.cleanLine(
      String(decoding: name.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self),
      limit: 80)
  }
}
