import FireflyCore
import Foundation
import Testing

@testable import FireflyAPI
@testable import FireflyStore

/// The calls of the phone app, on a server that trusts e-mails.
@Suite(.everyStore) struct PhoneTests {
  private func object(_ reply: Reply) throws -> [String: Any] {
    try #require(JSONSerialization.jsonObject(with: reply.body) as? [String: Any])
  }

  @Test(arguments: Way.allCases) func versionAndHealth(_ way: Way) async throws {
    try await withServer(way, try await TemporaryStore.sample()) { ask in
      let version = try object(try await ask("GET", "/api/version", [:], Data()))
      #expect(version["latest_build"] as? Int == 0)
      #expect(version["testflight_url"] is String)
      let health = try object(try await ask("GET", "/api/health", [:], Data()))
      #expect(health["server"] as? String == "ok" && health["database"] as? String == "ok")
      #expect((health["timestamp"] as? String).flatMap(WireDate.date) != nil)
    }
  }

  @Test(arguments: Way.allCases) func newUsersAreCounted(_ way: Way) async throws {
    try await withServer(way, try await TemporaryStore.sample()) { ask in
      func count(_ query: String) async throws -> (Int?, Bool?) {
        let answer = try object(
          try await ask("GET", "/api/users/new-since" + query, [:], Data()))
        return (answer["count"] as? Int, answer["has_new"] as? Bool)
      }
      #expect(try await count("") == (0, false))
      #expect(try await count("?since=soon") == (0, false))
      #expect(try await count("?since=2100-01-01T00:00:00Z") == (0, false))
      // Profiles without summary and text don't count.
      let before = try await count("?since=1970-01-01T00:00:00Z").0 ?? 0
      _ = try await ask("GET", "/api/users/mei%40example.com/profile", [:], Data())
      #expect(try await count("?since=1970-01-01T00:00:00Z") == (before, before > 0))
      let form = PostForm(email: "mei@example.com", title: "Mei", summary: "rows", body: "")
        .urlencoded
      _ = try await ask("POST", "/api/users/profile/create", form.0, form.1)
      #expect(try await count("?since=1970-01-01T00:00:00Z") == (before + 1, true))
    }
  }

  @Test(arguments: Way.allCases) func postsAreReparented(_ way: Way) async throws {
    try await withServer(way, try await TemporaryStore.sample()) { ask in
      func reparent(_ json: String) async throws -> Reply {
        try await ask(
          "POST", "/api/posts/reparent", ["Content-Type": "application/json"], Data(json.utf8))
      }
      func parent(of id: Int) async throws -> Int? {
        try await ask("GET", "/api/posts/\(id)", [:], Data()).decoded(PostResponse.self).post
          .parentID
      }
      func post(below parent: Int?) async throws -> Int {
        let form = PostForm(
          email: "ada@example.com", title: "t", summary: "s", body: "b", parentID: parent
        ).urlencoded
        return try await ask("POST", "/api/posts/create", form.0, form.1)
          .decoded(PostResponse.self).post.id
      }
      let top = try await post(below: nil)
      let child = try await post(below: top)
      #expect(try await reparent(#"{"post_id":\#(child),"parent_id":null}"#).status == 200)
      #expect(try await parent(of: child) == nil)
      #expect(try await reparent(#"{"post_id":\#(child),"parent_id":\#(top)}"#).status == 200)
      #expect(try await parent(of: child) == top)
      for refused in [
        "{}", #"{"post_id":\#(top),"parent_id":\#(child)}"#,
        #"{"post_id":987654,"parent_id":null}"#,
        #"{"post_id":\#(top),"parent_id":987654}"#,
      ] { #expect(try await reparent(refused).status == 400, "\(refused)") }
      #expect(try await parent(of: top) == nil)
    }
  }

  /// One's own profile takes posts by each call; that of others by none.
  @Test(arguments: Way.allCases) func profilesTakePostsOfTheirOwners(_ way: Way) async throws {
    try await withServer(way, try await TemporaryStore.sample()) { ask in
      let ada = "ada@example.com"
      let profile = try await ask("GET", "/api/users/\(ada)/profile", [:], Data())
        .decoded(ProfileResponse.self).profile
      let own = try #require(profile).id
      let other = own == 1 ? 2 : 1
      func create(below parent: Int?) async throws -> Reply {
        let form = PostForm(
          email: ada, title: "t", summary: "s", body: "b", parentID: parent
        ).urlencoded
        return try await ask("POST", "/api/posts/create", form.0, form.1)
      }
      #expect(try await create(below: own).status == 200)
      #expect(try await create(below: other).status == 409)
      let loose = try await create(below: nil).decoded(PostResponse.self).post.id
      for (parent, status) in [(other, 400), (own, 200)] {
        let reply = try await ask(
          "POST", "/api/posts/reparent", ["Content-Type": "application/json"],
          Data(#"{"post_id":\#(loose),"parent_id":\#(parent)}"#.utf8))
        #expect(reply.status == status)
      }
    }
  }

  /// The phone app's words for empty fields are none to search for.
  @Test(arguments: Way.allCases) func searchesOfThePhoneAppHaveNoFillers(_ way: Way) async throws {
    try await withServer(way, try await TemporaryStore.sample()) { ask in
      func send(_ call: String, _ title: String, _ id: Int? = nil) async throws -> Post {
        let form = PostForm(
          postID: id, email: "ada@example.com", title: title, summary: "No summary",
          body: "No content", template: .query
        ).urlencoded
        return try await ask("POST", "/api/posts/\(call)", form.0, form.1)
          .decoded(PostResponse.self).post
      }
      let query = try await send("create", "sourdough")
      #expect(query.template == .query && query.summary == "" && query.body == "")
      func hits() async throws -> [Int] {
        try await ask(
          "GET", "/api/search?query_id=\(query.id)&user_email=ada@example.com", [:], Data()
        ).decoded([SearchHit].self).map(\.id)
      }
      #expect(try await hits() == [7])
      #expect(try await send("update", "loom", query.id).summary == "")
      #expect(try await hits().contains(3))
    }
  }

  /// Calls for what only that app's server does are answered so that the app decodes them.
  @Test(arguments: [Access.open(), .members(), .members(readers: .members)])
  func whatIsNotOfferedSaysSo(_ access: Access) async throws {
    try await withServer(.router, try await TemporaryStore.sample(), access: access) { ask in
      for path in ["register-device", "user/invites", "invite", "debug/logs", "restart"] {
        for method in ["GET", "POST"] {
          let reply = try await ask(method, "/api/\(path)", [:], Data("{}".utf8))
          let answer = try object(reply)
          #expect(reply.status == 200 && answer["status"] as? String == "error", "\(path)")
          #expect((answer["message"] as? String)?.hasSuffix(".") == true)
          #expect(answer["num_invites"] as? Int == 0)
        }
      }
    }
  }

  /// Nobody may move posts of others where people sign in.
  @Test func aServerWithAccountsHasNoneOfThem() async throws {
    try await withServer(.router, try await TemporaryStore.sample(), access: .members()) { ask in
      for (method, path) in [
        ("GET", "/api/version"), ("GET", "/api/health"), ("GET", "/api/users/new-since"),
        ("POST", "/api/posts/reparent"),
      ] {
        let reply = try await ask(method, path, [:], Data())
        #expect(reply.status == 404, "\(path)")
      }
    }
  }
}
