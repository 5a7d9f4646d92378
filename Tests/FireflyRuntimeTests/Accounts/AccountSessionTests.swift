import FireflyAPI
import FireflyCore
import FireflyServer
import Foundation
import Synchronization
import Testing

@testable import FireflyRuntime

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
        credentials: credentials, server: address.normalized, file: file(home))
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
      let kept = try #require(try house.file("one").account(on: address.normalized))
      #expect(kept.token == session.credentials.token)
      #expect(try await session.client.devices().map(\.isCurrent) == [true])
      // The client of posts asks as the same.
      let posts = PostsClient.live(
        server: address, credentials: session.credentials, logger: silent)
      #expect(try await posts.badges([1]) == [1: false])

      let stolen = session.credentials.token
      let out = try await session.signOut()
      #expect(out.user == result.user && out.complaint == nil)
      #expect(session.credentials.token == nil && session.credentials.account == .signedOut)
      #expect(try house.file("one").account(on: address.normalized) == nil)
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
      #expect(try house.file("one").account(on: address.normalized) == nil)
    }
  }

  /// Signing in as somebody else takes the token of who was signed in away.
  @Test func anotherAccountTakesItsPlace() async throws {
    let house = try await House()
    try await house.run { address in
      let session = house.session(address, home: "one")
      try await session.sendCode(to: "first@example.com")
      _ = try await session.signIn("first@example.com", code: house.codes.last)
      let first = Credentials(session.credentials.account, token: session.credentials.token)
      try await session.sendCode(to: "second@example.com")
      _ = try await session.signIn("second@example.com", code: house.codes.last)
      let client = AccountClient.live(server: address, credentials: first, logger: silent)
      await #expect(throws: APIError.self) { _ = try await client.devices() }
      #expect(try await session.client.devices().count == 1)
      #expect(
        try house.file("one").account(on: address.normalized)?.email == "second@example.com")
    }
  }

  /// What can't be kept holds for the run, and is said.
  @Test func aSignInThatCannotBeKept() async throws {
    let house = try await House()
    try await house.run { address in
      try Data().write(to: house.folder.appendingPathComponent("file"))
      let session = house.session(address, home: "file/below")
      try await session.sendCode(to: TestServer.ada.email)
      let result = try await session.signIn(TestServer.ada.email, code: house.codes.last)
      #expect(result.complaint?.hasSuffix("You are signed in for this run only.") == true)
      #expect(try await session.client.devices().count == 1)
    }
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
    #expect(try house.file("one").account(on: place.normalized) == nil)
  }
}
