import FireflyCore
import FireflyHTTP
import Foundation
import GRDB
import Testing

@testable import FireflyAPI
@testable import FireflyStore

/// Who may do what, for every call, every server and everybody who asks.
@Suite(.everyStore) struct AccessTests {
  /// A call with what it carries, by somebody who says that they are this one.
  struct Call: CustomStringConvertible, Sendable {
    var endpoint: Endpoint
    var body: @Sendable (_ email: String) -> (headers: [String: String], data: Data)

    var description: String { "\(endpoint.method.rawValue) \(endpoint.path)" }
  }

  private static func bare(_ endpoint: Endpoint) -> Call {
    Call(endpoint: endpoint) { _ in ([:], Data()) }
  }

  private static func json(
    _ endpoint: Endpoint, _ text: @escaping @Sendable (String) -> String
  ) -> Call {
    Call(endpoint: endpoint) { (["Content-Type": "application/json"], Data(text($0).utf8)) }
  }

  private static func form(_ endpoint: Endpoint, of post: Int? = nil) -> Call {
    Call(endpoint: endpoint) { email in
      let form = PostForm(postID: post, email: email, title: "t", summary: "s", body: "b")
      return (form.urlencoded.0, form.urlencoded.1)
    }
  }

  /// What takes an account.
  ///
  /// Post 3 is Ada's.
  static let personal: [Call] = [
    form(.create), form(.update, of: 3), form(.createProfile), form(.updateProfile, of: 1),
    json(.badges) { #"{"user_email":"\#($0)","query_ids":[8]}"# },
    json(.poll) { #"{"user_email":"\#($0)","query_ids":[]}"# },
    json(.move(3)) { #"{"parent_id":1,"email":"\#($0)"}"# },
    bare(.devices), bare(.delete(3)), bare(.restore(3)), bare(.revokeDevice(1)),
  ]
  /// What reads.
  static let reading: [Call] = [
    bare(.recent()), bare(.recentTagged(Endpoint.Feed(tags: ["post"]))), bare(.usersRecent()),
    bare(.post(3)), bare(.children(of: 3)), bare(.template("post")), bare(.search(queryID: 8)),
    bare(.profile(email: "ada@example.com")),
  ]
  /// What nobody is asked for.
  static let free = [bare(.ping)]

  /// What is no token of this server's, as it may stand in a head.
  private static func worthless(_ house: TestHouse) async throws -> [[String]] {
    let revoked = try await house.signIn(TestHouse.ben, device: "stolen")
    let elsewhere = try await TestHouse()
    let foreign = try await elsewhere.signIn(TestHouse.ada)
    let devices = try await house.devices(revoked)
    let revoking = try await house.ask(
      "DELETE", "/api/devices/\(devices[0].id)", token: revoked)
    #expect(revoking.status == 200)
    let good = try await house.signIn(TestHouse.ada, device: "good")
    return [
      [], ["Bearer \(revoked)"], ["Bearer \(foreign)"], ["Bearer"], ["Bearer "], ["Bearer x"],
      ["Bearer \(good)x"], ["Bearer \(good.dropLast())"], ["Bearer \(good) x"],
      ["Bearer \(good.lowercased())"], ["Bearer \(good)", "Bearer \(good)"], ["Basic \(good)"],
      [good], ["Bearer \(String(repeating: "a", count: 5000))"], ["Bearer ' OR 1=1 --"],
      ["Bearer %00"], ["bearer\t\(good)"],
    ]
  }

  private func ask(
    _ house: TestHouse, _ call: Call, _ authorization: [String], as email: String
  ) async throws -> Reply {
    let (headers, data) = call.body(email)
    return try await house.ask(
      call.endpoint.method.rawValue, call.endpoint.target, authorization: authorization,
      headers: headers, body: data)
  }

  @Test func personalDataNeedsAToken() async throws {
    let house = try await TestHouse()
    for authorization in try await Self.worthless(house) {
      for call in Self.personal {
        let reply = try await ask(house, call, authorization, as: TestHouse.ada)
        #expect(reply.status == 401, "\(call) with \(authorization)")
        #expect(reply.headers["www-authenticate"] == "Bearer")
        #expect(try reply.decoded(ErrorResponse.self).text.contains("ign in"))
      }
      for call in Self.reading + Self.free {
        #expect(try await ask(house, call, authorization, as: "").status == 200, "\(call)")
      }
    }
    // Nothing was done.
    #expect(try await house.home.store.post(3)?.title == "building a loom")
  }

  @Test func membersOnly() async throws {
    let house = try await TestHouse(.members(readers: .members))
    for authorization in try await Self.worthless(house) {
      for call in Self.personal + Self.reading {
        #expect(
          try await ask(house, call, authorization, as: TestHouse.ada).status == 401, "\(call)")
      }
      for call in Self.free {
        #expect(try await ask(house, call, authorization, as: "").status == 200)
      }
      #expect(try await house.ask("GET", "/uploads/x.png", authorization: []).status == 401)
    }
    house.clock.advance(3_600)
    let token = try await house.signIn(TestHouse.ada)
    for call in Self.reading {
      #expect(try await ask(house, call, ["Bearer \(token)"], as: "").status == 200)
    }
  }

  /// The e-mail in a request is not believed: where it says something else than the token, that is said.
  @Test(arguments: [false, true])
  func aContradictionIsRefused(isOpen: Bool) async throws {
    let house = try await TestHouse(isOpen ? .open() : .members())
    let token = try await house.signIn(TestHouse.ben)
    let naming = Self.personal.filter { $0.body("x").data.isEmpty == false }
    #expect(naming.count == 7)
    for call in naming {
      let reply = try await ask(house, call, ["Bearer \(token)"], as: TestHouse.ada)
      #expect(reply.status == 403, "\(call)")
      #expect(
        try reply.decoded(ErrorResponse.self).text == "You are signed in as ben@example.com.")
    }
    for target in [
      "/api/posts/recent-tagged?tags=post&by_user=current&user_email=ada%40example.com",
      "/api/users/recent?email=ada%40example.com",
      "/api/search?query_id=8&user_email=ada%40example.com",
    ] {
      #expect(try await house.ask("GET", target, token: token).status == 403)
    }
    #expect(try await house.home.store.post(3)?.title == "building a loom")
  }

  @Test func theTokenNamesTheAuthor() async throws {
    let house = try await TestHouse()
    let token = try await house.signIn(TestHouse.ben)
    for email in ["", " ", "Ben@Example.com", TestHouse.ben] {
      let form = PostForm(email: email, title: "t", summary: "s", body: "b").urlencoded
      let reply = try await house.ask(
        "POST", "/api/posts/create", token: token, headers: form.0, body: form.1)
      #expect(try reply.decoded(PostResponse.self).post.authorEmail == TestHouse.ben)
    }
    let ada = try await house.signIn(TestHouse.ada)
    func badges(_ token: String) async throws -> String {
      try await house.post("/api/queries/badges", #"{"query_ids":[8]}"#, token: token).text
    }
    func look(_ token: String) async throws {
      #expect(try await house.ask("GET", "/api/search?query_id=8", token: token).status == 200)
    }
    try await look(ada)
    let form = PostForm(email: "", title: "another loom", summary: "s", body: "b").urlencoded
    _ = try await house.ask(
      "POST", "/api/posts/create", token: token, headers: form.0, body: form.1)
    #expect(try await badges(ada) == #"{"8":true}"#)
    // Looking at the search is Ben's, and nobody else's.
    try await look(token)
    #expect(try await badges(token) == #"{"8":false}"#)
    #expect(try await badges(ada) == #"{"8":true}"#)
    try await look(ada)
    #expect(try await badges(ada) == #"{"8":false}"#)
  }

  @Test func onlyTheAuthorChangesAndDeletes() async throws {
    let house = try await TestHouse()
    let (ada, ben) = (
      try await house.signIn(TestHouse.ada), try await house.signIn(TestHouse.ben)
    )
    let form = PostForm(postID: 3, email: "", title: "t", summary: "s", body: "b").urlencoded
    let move = (["Content-Type": "application/json"], Data(#"{"parent_id":null}"#.utf8))
    for (method, target, (headers, body)) in [
      ("POST", "/api/posts/update", form), ("POST", "/api/posts/3/move", move),
      ("DELETE", "/api/posts/3", form), ("POST", "/api/posts/3/restore", move),
    ] {
      let refused = try await house.ask(method, target, token: ben, headers: headers, body: body)
      #expect(refused.status == 403, "\(target)")
      let done = try await house.ask(method, target, token: ada, headers: headers, body: body)
      #expect(done.status == 200, "\(target): \(done.text)")
    }
    #expect(try await house.home.store.post(3)?.title == "t")
  }

  /// Nobody sees marks that are somebody else's, nor makes any.
  @Test(.tags(.sqliteOnly)) func readingLeavesNothingBehind() async throws {
    let house = try await TestHouse()
    let before = try await house.home.sqlite.database.read { db in
      try ["query_views", "posts", "users"].map { table in
        try Int.fetchOne(db, sql: "SELECT count(*) FROM \(table)")
      }
    }
    for call in Self.reading { _ = try await ask(house, call, [], as: "") }
    for target in [
      "/api/search?query_id=8&user_email=ada%40example.com", "/api/users/mei%40example.com/profile",
    ] {
      #expect(try await house.ask("GET", target, token: nil).status == 200)
    }
    let after = try await house.home.sqlite.database.read { db in
      try ["query_views", "posts", "users"].map { table in
        try Int.fetchOne(db, sql: "SELECT count(*) FROM \(table)")
      }
    }
    #expect(before == after)
    // One's own profile is made where it is missing, as everywhere.
    let token = try await house.signIn("mei@example.com")
    let own = try await house.ask("GET", "/api/users/mei%40example.com/profile", token: token)
    #expect(try own.decoded(ProfileResponse.self).profile != nil)
  }

  @Test func openServersNeedNoToken() async throws {
    let house = try await TestHouse(.open())
    for call in Self.personal where ![.devices, .revokeDevice(1)].contains(call.endpoint) {
      // She has a profile already.
      let status = call.endpoint == .createProfile ? 400 : 200
      #expect(try await ask(house, call, [], as: TestHouse.ada).status == status, "\(call)")
    }
    // An e-mail says nothing of devices.
    for call in Self.personal where [.devices, .revokeDevice(1)].contains(call.endpoint) {
      #expect(try await ask(house, call, [], as: TestHouse.ada).status == 401)
    }
  }

  /// The program's own server, whatever a request says and wherever it comes from.
  @Test(arguments: [HTTPPeer.unixSocket, .network("203.0.113.7")])
  func theOwnerIsAlwaysThemselves(peer: HTTPPeer) async throws {
    let house = try await TestHouse(.owner(TemporaryStore.ada))
    var form = PostForm(email: "", title: "t", summary: "s", body: "b")
    let made = try await house.ask(
      "POST", "/api/posts/create", authorization: ["Bearer x"], headers: form.urlencoded.0,
      body: form.urlencoded.1)
    #expect(try made.decoded(PostResponse.self).post.authorEmail == TestHouse.ada)
    form.email = TestHouse.ben
    let refused = try await house.ask(
      "POST", "/api/posts/create", authorization: [], headers: form.urlencoded.0,
      body: form.urlencoded.1, peer: peer)
    #expect(refused.status == 403)
  }

  /// Where a request comes from decides nothing: a proxy before the server may be at any address.
  @Test(arguments: [
    HTTPPeer.unixSocket, .network("127.0.0.1"), .network("::1"), .network("203.0.113.7"),
  ])
  func theAddressDecidesNothing(peer: HTTPPeer) async throws {
    let house = try await TestHouse()
    let token = try await house.signIn(TestHouse.ben)
    for (authorization, status) in [(nil, 401), ("Bearer \(token)", 200)] {
      var request = HTTPRequest(
        "GET", "/api/devices", fields: ["Host": "127.0.0.1", "X-Forwarded-For": "127.0.0.1"],
        peer: peer)
      request.fields["Authorization"] = authorization
      #expect(await house.router.respond(to: request).status == status)
    }
  }

  /// Nobody need send 16 MB to hear that.
  @Test func formWithoutUserIsNotRead() async throws {
    let house = try await TestHouse()
    let tooLarge = HTTPBody([1, 2, 3], limit: 1)
    let request = HTTPRequest(
      "POST", "/api/posts/create", fields: ["Host": "127.0.0.1"], body: tooLarge)
    #expect(await house.router.respond(to: request).status == 401)
  }
}
