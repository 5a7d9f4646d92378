import FireflyAPI
import FireflyCore
import FireflySources
import Foundation
import KeptLog
import Logging
import SourceFakes
import Testing

/// Signing in to an instance with a code.
@Suite(.endsServices) struct MastodonSignInTests {
  private func signIn(_ fake: FakeInstance) throws -> MastodonSignIn {
    MastodonSignIn(
      try SourceAddress(.mastodon, instance: "instance.example"),
      server: try ServerAddress(fake.server.address), userAgent: "Firefly/1.2.3",
      logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() })
  }

  @Test func aCodeBecomesAToken() async throws {
    let fake = try await FakeInstance()
    let signIn = try signIn(fake)
    let pending = try await signIn.begin()
    let page = try #require(URLComponents(string: pending.address))
    let items = Dictionary(
      (page.queryItems ?? []).map { ($0.name, $0.value ?? "") }, uniquingKeysWith: { $1 })
    #expect(pending.address.hasPrefix(fake.server.address + "/oauth/authorize?"))
    #expect(
      items == [
        "response_type": "code", "client_id": "an-id", "force_login": "true",
        "redirect_uri": "urn:ietf:wg:oauth:2.0:oob", "state": pending.state,
        "scope":
          "read write:statuses write:media write:favourites write:bookmarks write:follows write:mutes "
          + "write:blocks write:lists write:accounts",
      ])
    // It can be kept for another run of the program.
    let kept = try JSONDecoder().decode(
      ServiceSignInPage.self, from: JSONEncoder().encode(pending))
    let grant = try await signIn.finish(kept, code: " code\n")
    #expect(grant.token == "right" && grant.mayWrite && grant.scopes == "read write")
    #expect(grant.user == User(id: "ada", handle: "@ada@instance.example", name: "Ada"))

    let sent = fake.server.exchanges
    #expect(
      sent.map { "\($0.method) \($0.path)" } == [
        "POST /api/v1/apps", "POST /oauth/token", "GET /api/v1/accounts/verify_credentials",
        "GET /api/v2/instance",
      ])
    #expect(sent[1]["grant_type"] == "authorization_code" && sent[1]["scope"] == pending.scopes)
    #expect(sent.map(\.token) == [nil, nil, "right", nil])

    try await signIn.revoke(grant.token, of: pending.client)
    try await signIn.revoke(grant.token, of: pending.client)
    let last = try #require(fake.server.exchanges.last)
    #expect(last.path == "/oauth/revoke" && last["client_secret"] == "a-secret")
    #expect(last["token"] == "right")
  }

  /// Servers refuse a code in their own ways; all mean the same.
  @Test(arguments: [
    (400, "{no"), (400, "no: code"), (401, "access_denied: no"), (500, "<h1>Server Error</h1>"),
    (422, "No: x"),
  ])
  func aCodeThatIsNotValid(_ status: Int, _ text: String) async throws {
    let fake = try await FakeInstance()
    let signIn = try signIn(fake)
    let pending = try await signIn.begin()
    fake.trouble("POST /oauth/token", .refused(status, text))
    let sentence = "That code is not valid, or too old: open the page again."
    for code in [text.isEmpty ? "" : "wrong", "", "http://127.0.0.1:1/?code=x&state=other"] {
      await #expect(throws: APIError.notOffered(sentence)) {
        try await signIn.finish(pending, code: code)
      }
    }
    // Only the first was asked for; the right one is good still.
    #expect(fake.server.exchanges.filter { $0.path == "/oauth/token" }.count == 1)
    let address = "http://127.0.0.1:1/?code=code&state=\(pending.state)"
    #expect(try await signIn.finish(pending, code: address).token == "right")
  }

  /// A server that is busy is not a wrong code.
  @Test func aServerThatIsBusyIsNoWrongCode() async throws {
    let fake = try await FakeInstance()
    let signIn = try signIn(fake)
    let pending = try await signIn.begin()
    fake.trouble("POST /oauth/token", .refused(503, "Later: busy"))
    await #expect(throws: APIError.status(503, message: "Later: busy")) {
      try await signIn.finish(pending, code: "code")
    }
  }

  /// A browser on this machine is sent back with the code; the same page in any other shows it.
  @Test(arguments: [true, false]) func aBrowserThatIsSentBack(_ comesBack: Bool) async throws {
    let fake = try await FakeInstance()
    let signIn = try signIn(fake)
    let place = "http://127.0.0.1:1/a-path"
    let page = try await signIn.begin(returningTo: place)
    let asked = try #require(fake.server.exchanges.first)
    #expect(asked["redirect_uris"] == "urn:ietf:wg:oauth:2.0:oob\n" + place)
    func redirect(_ address: String?) -> String? {
      URLComponents(string: address ?? "")?.queryItems?.first { $0.name == "redirect_uri" }?.value
    }
    #expect(redirect(page.address) == "urn:ietf:wg:oauth:2.0:oob")
    #expect(redirect(page.returning) == place)
    // Another run of the program has read it from the file.
    let kept = try JSONDecoder().decode(
      ServiceSignInPage.self, from: JSONEncoder().encode(page))
    let answer = comesBack ? "\(place)?code=code&state=\(page.state)" : "code"
    #expect(try await signIn.finish(kept, code: answer).token == "right")
    let exchange = try #require(fake.server.exchanges.first { $0.path == "/oauth/token" })
    #expect(exchange["redirect_uri"] == (comesBack ? place : "urn:ietf:wg:oauth:2.0:oob"))
    #expect(exchange["code"] == "code")
  }

  @Test(arguments: [
    ("error=access_denied", "Firefly was not allowed on the page of instance.example."),
    ("error=server_error", "That code is not valid, or too old: open the page again."),
    ("code=code&state=other", "That code is not valid, or too old: open the page again."),
    ("", "That code is not valid, or too old: open the page again."),
  ])
  func aBrowserThatComesBackWithoutACode(_ query: String, _ sentence: String) async throws {
    let fake = try await FakeInstance()
    let signIn = try signIn(fake)
    let place = "http://127.0.0.1:1/a-path"
    let page = try await signIn.begin(returningTo: place)
    await #expect(throws: APIError.notOffered(sentence)) {
      try await signIn.finish(page, code: "\(place)?\(query)")
    }
    #expect(!fake.server.exchanges.contains { $0.path == "/oauth/token" })
  }

  /// Servers that take one address only show a code, and still get no more rights than are needed.
  @Test func aServerThatSendsNoBrowserBack() async throws {
    var habits = FakeInstance.Habits()
    habits.refused["places"] = (422, "No: redirect_uris")
    let fake = try await FakeInstance([], habits)
    let signIn = try signIn(fake)
    let page = try await signIn.begin(returningTo: "http://127.0.0.1:1/a-path")
    #expect(page.returning == nil && page.place == nil && page.scopes.contains("write:statuses"))
    #expect(try await signIn.finish(page, code: "code").token == "right")
  }

  /// A page that an earlier version kept has no place to come back to.
  @Test func aPageOfAnEarlierVersion() throws {
    let json =
      #"{"client":{"id":"a","secret":"b"},"address":"https://a.example/","scopes":"read","state":"c"}"#
    let page = try JSONDecoder().decode(ServiceSignInPage.self, from: Data(json.utf8))
    #expect(page.state == "c" && page.returning == nil && page.place == nil)
  }

  /// Servers without parts of scopes get whole ones.
  @Test func wholeScopesWhereTheirPartsAreUnknown() async throws {
    var habits = FakeInstance.Habits()
    habits.refused["scopes"] = (400, "")
    let fake = try await FakeInstance([], habits)
    let pending = try await signIn(fake).begin()
    #expect(pending.scopes == "read write" && pending.address.contains("scope=read%20write&"))
  }

  @Test(arguments: [
    (
      429, "Slow: down",
      "instance.example takes no more sign-ins from this network for some minutes."
    ),
    (404, "<h1>Not here</h1>", "instance.example does not speak Mastodon's API."),
    (422, "No: scopes", "instance.example does not speak Mastodon's API."),
  ])
  func registrationsThatAreRefused(_ status: Int, _ text: String, _ sentence: String) async throws {
    var habits = FakeInstance.Habits()
    habits.refused["apps"] = (status, text)
    let fake = try await FakeInstance([], habits)
    let signIn = try signIn(fake)
    await #expect(throws: APIError.notOffered(sentence)) { try await signIn.begin() }
  }

  /// Less may be granted than was asked for.
  @Test func aGrantThatMayOnlyRead() async throws {
    let fake = try await FakeInstance()
    fake.allow("right", "read")
    let signIn = try signIn(fake)
    let grant = try await signIn.finish(signIn.begin(), code: "code")
    #expect(!grant.mayWrite && grant.scopes == "read")
  }

  /// Nothing of a sign-in is in the log, whatever happens.
  @Test func theLogHasNoSecrets() async throws {
    let fake = try await FakeInstance([FakeInstance.Status(1)])
    let log = KeptLog(level: .trace)
    let source = try SourceAddress(.mastodon, instance: "instance.example")
    let server = try ServerAddress(fake.server.address)
    let signIn = MastodonSignIn(source, server: server, userAgent: "Firefly", logger: log.logger)
    let pending = try await signIn.begin()
    _ = try? await signIn.finish(pending, code: "wrong-code")
    let grant = try await signIn.finish(pending, code: "code")
    let client = SourceClient(
      source, server: server, reader: reader,
      credentials: Credentials(.signedIn(grant.user), token: grant.token), userAgent: "Firefly",
      storage: MemoryFile().source, logger: log.logger)
    _ = try await client.front()
    _ = try await client.searchWords("private words")
    let form = PostForm(email: "", title: "", summary: "", body: "private words")
    _ = try await client.create(form, "key")
    fake.revoke(grant.token)
    _ = try? await client.create(form, "key")
    try await signIn.revoke(grant.token, of: pending.client)
    let lines = log.lines.joined(separator: "\n")
    #expect(lines.contains("POST /api/v1/statuses") && lines.contains("/oauth/token"))
    for secret in ["wrong-code", "a-secret", "right", "private", "code=", "an-id"] {
      #expect(!lines.contains(secret), "\(secret): \(lines)")
    }
  }

  /// Accounts belong to an instance, not to a place in it.
  @Test(arguments: [
    ("mastodon:m.example", "mastodon:m.example"),
    ("mastodon:m.example/tags/a", "mastodon:m.example"),
    ("mastodon:m.example/@ada", "mastodon:m.example"),
    ("mastodon:http://127.0.0.1:80/@ada", "mastodon:http://127.0.0.1"), ("hn", "hn"),
  ])
  func accountsBelongToAnInstance(_ name: String, _ account: String) throws {
    #expect(try #require(try SourceAddress.named(name)).account == account)
  }
}
