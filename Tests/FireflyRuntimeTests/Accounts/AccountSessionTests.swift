import FireflyAPI
import FireflyCore
import FireflyServer
import FireflyStore
import Foundation
import Synchronization
import Testing

@testable import FireflyClient

/// Signing in and out, on a real server.
@Suite struct AccountSessionTests {
  /// A server that takes tokens, with the codes that it sent.
  private final class House: Sendable {
    let folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("firefly-session-tests-\(UUID().uuidString)")
    let codes: Codes
    let server: EmbeddedServer

    final class Codes: Sendable {
      private let all = Mutex<[String]>([])
      var last: String { all.withLock { $0.last ?? "" } }
      func add(_ code: String) { all.withLock { $0.append(code) } }
    }

    init() async throws {
      let codes = Codes()
      self.codes = codes
      let data = folder.appendingPathComponent("data")
      server = try await EmbeddedServer(
        store: StoreBackend.sqlite(folder: data).open(), folder: data, logger: silent,
        deliver: { code, _ in codes.add(code) }, localUser: { TestServer.ada })
    }

    deinit { try? FileManager.default.removeItem(at: folder) }

    /// Somebody's program, with a home of its own.
    func session(_ address: ServerAddress, home: String) -> AccountSession {
      let credentials = Credentials()
      return AccountSession(
        client: .live(server: address, credentials: credentials, logger: silent),
        credentials: credentials, server: SiteID(kept: address.normalized), file: file(home))
    }

    func file(_ home: String) -> AccountFile {
      AccountFile(folder: folder.appendingPathComponent(home))
    }

    func run(_ body: (ServerAddress) async throws -> Void) async throws {
      let address = try ServerAddress(try await server.start().absoluteString)
      do {
        try await body(address)
      } catch {
        await server.stop()
        throw error
      }
      await server.stop()
    }
  }

  @Test func signingInAndOut() async throws {
    let house = try await House()
    try await house.run { address in
      let session = house.session(address, home: "one")
      try await session.sendCode(to: "new@example.com")
      let result = try await session.signIn("new@example.com", code: house.codes.last)
      #expect(result.isNew && result.complaint == nil)
      #expect(result.user == User(email: "new@example.com", name: "new@example.com"))
      #expect(session.credentials.account.key == "new@example.com")
      let kept = try #require(try house.file("one").account(on: SiteID(kept: address.normalized)))
      #expect(kept.token == session.credentials.token)
      #expect(try await session.client.devices().map(\.isCurrent) == [true])
      // The client of posts asks as the same.
      let posts = LiveClient(
        server: address, credentials: session.credentials, logger: silent)
      #expect(try await posts.badges([1]) == [1: false])

      let stolen = session.credentials.token
      let out = try await session.signOut()
      #expect(out.user == result.user && out.complaint == nil)
      #expect(session.credentials.token == nil && session.credentials.account == .signedOut)
      #expect(try house.file("one").account(on: SiteID(kept: address.normalized)) == nil)
      let thief = Credentials(.signedIn(result.user), token: stolen)
      let client = AccountClient.live(server: address, credentials: thief, logger: silent)
      await #expect(throws: APIError.self) { _ = try await client.devices() }
    }
  }

  @Test func aWrongCodeChangesNothing() async throws {
    let house = try await House()
    try await house.run { address in
      let session = house.session(address, home: "one")
      try await session.sendCode(to: TestServer.ada.email)
      await #expect(throws: APIError.status(401, message: "Invalid verification code")) {
        _ = try await session.signIn(TestServer.ada.email, code: "none")
      }
      #expect(session.credentials.account == .signedOut)
      #expect(try house.file("one").account(on: SiteID(kept: address.normalized)) == nil)
    }
  }

  /// Signing in as somebody else adds an account, and signing out leads back to the one before.
  @Test func anotherAccountStandsBesideIt() async throws {
    let house = try await House()
    try await house.run { address in
      let (session, server) = (house.session(address, home: "one"), address.normalized)
      for email in ["first@example.com", "second@example.com"] {
        try await session.sendCode(to: email)
        _ = try await session.signIn(email, code: house.codes.last)
      }
      let kept = try house.file("one").accounts(on: SiteID(kept: server))
      #expect(kept.map(\.email) == ["second@example.com", "first@example.com"])
      for account in kept {
        let client = AccountClient.live(
          server: address, credentials: Credentials(.signedIn(account.user), token: account.token),
          logger: silent)
        #expect(try await client.devices().map(\.isCurrent) == [true])
      }
      // A new name is that of the account, not of the current one.
      try house.file("one").choose("first@example.com", on: SiteID(kept: server))
      session.rename(to: "Second")
      #expect(
        try house.file("one").accounts(on: SiteID(kept: server)).map(\.name) == [
          "first@example.com", "Second",
        ])

      let out = try await session.signOut()
      #expect(out.user?.key == "second@example.com" && out.next?.key == "first@example.com")
      #expect(out.complaint == nil)
      #expect(session.credentials.account.key == "first@example.com")
      #expect(session.credentials.token == kept[1].token)
      let last = try await session.signOut()
      #expect(last.next == nil && session.credentials.account == .signedOut)
      #expect(try house.file("one").all() == [:])
    }
  }

  /// The token that a service gives next; its first letter is the user's name.
  private final class NextToken: Sendable {
    let value = Mutex("a:1")
  }

  /// Somebody's program at a service, which takes tokens back in its own way.
  private func service(
    _ house: House,
    revoke: @escaping @Sendable (String, ServiceClient) async throws(APIError) -> Void
  ) throws -> (AccountSession, Credentials, NextToken) {
    let token = NextToken()
    let page = ServiceSignInPage(
      client: ServiceClient(id: "id", secret: "secret"), address: "", scopes: "read", state: "")
    let service = ServiceSignIn(
      begin: { _ in page },
      finish: { _, _ in
        let token = token.value.withLock { $0 }
        let id = String(token.prefix(1))
        return ServiceSignedIn(
          user: User(id: id, handle: "@\(id)@b.example", name: id), token: token,
          scopes: "read write")
      }, check: {}, revoke: revoke)
    let credentials = Credentials()
    let session = AccountSession(
      client: .live(
        server: try ServerAddress("http://127.0.0.1:1"), credentials: credentials, logger: silent),
      service: service, credentials: credentials, server: "s", file: house.file("one"))
    return (session, credentials, token)
  }

  /// On a service, a new token for the same account takes the former one's place; that of another account stays.
  @Test func aServiceTakesBackTheFormerTokenOfTheAccount() async throws {
    let house = try await House()
    let revoked = Mutex<[String]>([])
    let (session, credentials, token) = try service(house) { token, _ in
      revoked.withLock { $0.append(token) }
    }
    for next in ["a:1", "b:1", "a:2", "a:2"] {
      token.value.withLock { $0 = next }
      _ = try await session.beginService()
      _ = try await session.signIn(code: "code")
    }
    #expect(revoked.withLock { $0 } == ["a:1"])
    #expect(try house.file("one").accounts(on: "s").map(\.token) == ["a:2", "b:1"])
    _ = try await session.signOut()
    #expect(revoked.withLock { $0 } == ["a:1", "a:2"])
    #expect(credentials.token == "b:1" && credentials.mayWrite)
  }

  /// What can't be kept holds for the run, and is said.
  @Test func aSignInThatCannotBeKept() async throws {
    let house = try await House()
    try await house.run { address in
      try Data().write(to: house.folder.appendingPathComponent("file"))
      let session = house.session(address, home: "file/below")
      try await session.sendCode(to: TestServer.ada.email)
      let result = try await session.signIn(TestServer.ada.email, code: house.codes.last)
      #expect(result.complaint?.contains("can't be changed") == true)
      #expect(try await session.client.devices().count == 1)
    }
  }

  /// Where the account can't be removed, it stays signed in, here and on the server.
  @Test func aSignOutThatCannotBeKeptChangesNothing() async throws {
    let house = try await House()
    try await house.run { address in
      let session = house.session(address, home: "one")
      try await session.sendCode(to: TestServer.ada.email)
      _ = try await session.signIn(TestServer.ada.email, code: house.codes.last)
      let lock = house.folder.appendingPathComponent("one/accounts.json.lock")
      try? FileManager.default.removeItem(at: lock)
      try FileManager.default.createDirectory(at: lock, withIntermediateDirectories: true)
      await #expect(throws: AccountFileError.self) { _ = try await session.signOut() }
      #expect(session.credentials.account.key == TestServer.adaKey)
      #expect(try await session.client.devices().count == 1)
      #expect(try house.file("one").account(on: SiteID(kept: address.normalized)) != nil)
    }
  }

  /// Whoever stops waiting for the server is signed out all the same: the session and the file name the same account.
  @Test(arguments: [false, true]) func aSignOutIsNotHalfDone(hasOther: Bool) async throws {
    let house = try await House()
    let (isAsked, ask) = AsyncStream.makeStream(of: Void.self)
    let (session, credentials, token) = try service(house) { _, _ async throws(APIError) in
      ask.yield()
      while !Task.isCancelled { try? await Task.sleep(for: .seconds(600)) }
      throw .cancelled
    }
    for next in hasOther ? ["b:1", "a:1"] : ["a:1"] {
      token.value.withLock { $0 = next }
      _ = try await session.beginService()
      _ = try await session.signIn(code: "code")
    }
    let work = Task { try await session.signOut() }
    for await _ in isAsked { break }
    work.cancel()
    let out = try await work.value
    #expect(out.user?.name == "a" && out.next?.name == (hasOther ? "b" : nil))
    #expect(out.complaint == "This device may still be listed there as signed in.")
    #expect(credentials.token == (hasOther ? "b:1" : nil))
    #expect(try house.file("one").accounts(on: "s").map(\.token) == (hasOther ? ["b:1"] : []))
  }

  /// A server that is gone can't be told; one is signed out here all the same.
  @Test func signingOutWithoutTheServer() async throws {
    let house = try await House()
    let address = Mutex<ServerAddress?>(nil)
    let session = Mutex<AccountSession?>(nil)
    try await house.run { place in
      let own = house.session(place, home: "one")
      try await own.sendCode(to: TestServer.ada.email)
      _ = try await own.signIn(TestServer.ada.email, code: house.codes.last)
      address.withLock { $0 = place }
      session.withLock { $0 = own }
    }
    let own = try #require(session.withLock { $0 })
    let out = try await own.signOut()
    #expect(out.complaint?.contains("may still be listed there as signed in") == true)
    let place = try #require(address.withLock { $0 })
    #expect(try house.file("one").account(on: SiteID(kept: place.normalized)) == nil)
  }
}
