import FireflyAPI
import FireflyCore
import Foundation
import Testing

@testable import FireflyStore

/// What the router reads, the same straight and through a socket.
///
/// Through the socket the sample has a profile and a first post more (11 and 12), of the first run.
@Suite(.everyStore) struct RouterReadingTests {
  @Test(arguments: Way.allCases)
  func pingAndTemplates(_ way: Way) async throws {
    try await withServer(way, try await TemporaryStore.sample()) { ask in
      let ping = try await ask("GET", "/api/ping", [:], Data())
      #expect(ping.status == 200)
      #expect(ping.headers["content-type"] == "application/json")
      #expect(try ping.decoded(StatusResponse.self).status == "ok")
      let template = try await ask("GET", "/api/templates/query", [:], Data())
      #expect(
        template.text
          == #"{"status":"success","template":{"name":"query","placeholder_body":"Notes","#
          + #""placeholder_summary":"Words to search for","placeholder_title":"Title","#
          + #""plural_name":"queries"}}"#)
      let missing = try await ask("GET", "/api/templates/poem", [:], Data())
      #expect(missing.status == 404)
      #expect(try missing.decoded(ErrorResponse.self).text == "Template not found")
    }
  }

  @Test(arguments: Way.allCases)
  func postsAsRecorded(_ way: Way) async throws {
    try await withServer(way, try await TemporaryStore.sample()) { ask in
      let reply = try await ask("GET", "/api/posts/3", [:], Data())
      #expect(reply.status == 200)
      let object = try #require(
        try JSONSerialization.jsonObject(with: reply.body) as? [String: Any])
      #expect(object["status"] as? String == "success")
      let post = try #require(object["post"] as? [String: Any])
      #expect(
        Set(post.keys) == [
          "ai_generated", "author_email", "author_name", "body", "child_count", "clip_offset_x",
          "clip_offset_y", "created_at", "id", "image_url", "location_tag", "parent_id",
          "placeholder_body", "placeholder_summary", "placeholder_title", "summary",
          "template_name", "timezone", "title", "user_id",
        ])
      #expect(post["created_at"] as? String == "Mon, 03 Nov 2025 10:31:24 GMT")
      #expect(post["image_url"] is NSNull)
      #expect(post["child_count"] as? Int == 2)
      #expect(try reply.decoded(PostResponse.self).post.childCount == 2)
    }
  }

  @Test(arguments: Way.allCases)
  func failuresAsRecorded(_ way: Way) async throws {
    try await withServer(way, try await TemporaryStore.sample()) { ask in
      let missing = try await ask("GET", "/api/posts/999999", [:], Data())
      #expect(missing.status == 404)
      #expect(missing.text == #"{"message":"Post not found","status":"error"}"#)
      for path in [
        "/api/posts/-5", "/api/posts/x", "/api/posts/3/", "/api/nothing", "/", "/api/ping/",
        "/api/posts/99999999999999999999999",
      ] {
        let page = try await ask("GET", path, [:], Data())
        #expect(page.status == 404, "\(path)")
        #expect(page.headers["content-type"] == "text/html; charset=utf-8")
        #expect(page.text.contains("There is nothing at this address."))
      }
      let method = try await ask("DELETE", "/api/ping", [:], Data())
      #expect(method.status == 405)
      #expect(method.headers["allow"] == "GET, HEAD")
      let search = try await ask("GET", "/api/search?query_id=abc", [:], Data())
      #expect(search.status == 500)
      #expect(search.text == #"{"error":"query_id must be a number"}"#)
      let noQuery = try await ask("GET", "/api/search", [:], Data())
      #expect(noQuery.status == 400)
      #expect(noQuery.text == #"{"error":"query_id is required"}"#)
      let unknown = try await ask("GET", "/api/search?query_id=999", [:], Data())
      #expect(unknown.status == 200 && unknown.text == "[]")
      let profile = try await ask("GET", "/api/users/no%40body.com/profile", [:], Data())
      #expect(profile.status == 404)
      #expect(try profile.decoded(ErrorResponse.self).text == "User not found: no@body.com")
    }
  }

  @Test(arguments: Way.allCases)
  func feeds(_ way: Way) async throws {
    try await withServer(way, try await TemporaryStore.sample()) { ask in
      func ids(_ target: String) async throws -> [Int] {
        let reply = try await ask("GET", target, [:], Data())
        #expect(reply.status == 200, "\(reply.text)")
        return try reply.decoded(PostsResponse.self).posts.ids
      }
      #expect(try await ids("/api/posts/recent?limit=3&before=8") == [7, 6, 5])
      #expect(try await ids("/api/posts/recent-tagged?tags=query") == [8])
      #expect(
        try await ids(
          "/api/posts/recent-tagged?tags=post&by_user=current&user_email=ben%40example.com")
          == [7, 4])
      let everybody = try await ids("/api/posts/recent-tagged?tags=post&by_user=any")
      for email in ["", "&user_email=who%40example.com"] {
        #expect(
          try await ids("/api/posts/recent-tagged?tags=post&by_user=current\(email)") == everybody)
      }
      #expect(
        try await ids(
          "/api/posts/recent-tagged?tags=post&after=2025-11-06T10:00:00%2B00:00&before=8") == [7])
      #expect(
        try await ids("/api/posts/recent-tagged?tags=post&limit=1&before=7&limit=x") == [6])
      #expect(try await ids("/api/users/recent?email=ben%40example.com").prefix(2) == [2, 1])
      for none in [0, -1, -1000] {
        #expect(try await ids("/api/posts/recent?limit=\(none)") == [])
        #expect(try await ids("/api/posts/recent-tagged?limit=\(none)") == [])
        #expect(try await ids("/api/users/recent?limit=\(none)") == [])
      }
      #expect(try await ids("/api/posts/recent?limit=99999999999999999999").count >= 10)
    }
  }

  @Test(arguments: Way.allCases)
  func childrenFlatAndNested(_ way: Way) async throws {
    try await withServer(way, try await TemporaryStore.sample()) { ask in
      let flat = try await ask("GET", "/api/posts/3/children", [:], Data())
      let envelope = try flat.decoded(ChildrenResponse.self)
      #expect(envelope.children.ids == [5, 4])
      #expect(envelope.postID == 3)
      #expect(flat.text.hasSuffix(#""count":2,"post_id":3,"status":"success"}"#))
      #expect(envelope.children.allSatisfy { $0.children == nil })
      let nested = try await ask("GET", "/api/posts/3/children?depth=2", [:], Data())
      let replies = try nested.decoded(ChildrenResponse.self).children
      #expect(replies.map { $0.children?.ids } == [[], [6]])
      #expect(replies.map(\.childCount) == [0, 1])
      #expect(replies.last?.children?.allSatisfy { $0.children == nil } == true)
      let all = try await ask("GET", "/api/posts/3/children?depth=9", [:], Data())
      let tension = try all.decoded(ChildrenResponse.self).children.last
      #expect(tension?.children?.first?.children == [])
      // What a profile has is one level, however many are asked for.
      let profile = try await ask("GET", "/api/posts/2/children?depth=9", [:], Data())
      #expect(try profile.decoded(ChildrenResponse.self).children.map(\.children) == [nil])
      let none = try await ask("GET", "/api/posts/12345/children", [:], Data())
      #expect(none.text == #"{"children":[],"count":0,"post_id":12345,"status":"success"}"#)
    }
  }

  @Test(arguments: Way.allCases)
  func parentsAndChildrenInOneAnswer(_ way: Way) async throws {
    try await withServer(way, try await TemporaryStore.sample()) { ask in
      let reply = try await ask(
        "GET", "/api/posts/4?include=parent,children&depth=3", [:], Data())
      let post = try reply.decoded(PostResponse.self).post
      #expect(post.ancestors?.ids == [3, 1])
      #expect(post.children?.ids == [6])
      let parents = try await ask("GET", "/api/posts/4?include=parent", [:], Data())
      #expect(try parents.decoded(PostResponse.self).post.ancestors?.ids == [3, 1])
      #expect(try parents.decoded(PostResponse.self).post.children == nil)
      let root = try await ask("GET", "/api/posts/9?include=parent,children", [:], Data())
      #expect(try root.decoded(PostResponse.self).post.ancestors == nil)
      #expect(try root.decoded(PostResponse.self).post.children == [])
    }
  }

  @Test(arguments: Way.allCases)
  func searchAndBadges(_ way: Way) async throws {
    try await withServer(way, try await TemporaryStore.sample()) { ask in
      func badges(_ json: String) async throws -> Reply {
        try await ask(
          "POST", "/api/queries/badges", ["Content-Type": "application/json"], Data(json.utf8))
      }
      let question = #"{"user_email":"ada@example.com","query_ids":[8,3,555]}"#
      #expect(try await badges(question).text == #"{"3":false,"8":false}"#)
      let hits = try await ask(
        "GET", "/api/search?query_id=8&user_email=ada%40example.com", [:], Data())
      #expect(try hits.decoded([SearchHit].self).map(\.id) == [5, 3])
      #expect(try await badges(question).text == #"{"3":false,"8":false}"#)
      let nobody = try await badges(#"{"query_ids": [70]}"#)
      #expect(nobody.status == 400)
      #expect(nobody.text == #"{"error":"user_email is required"}"#)
      let damaged = try await badges("{")
      #expect(damaged.status == 400)
      #expect(try !damaged.decoded(ErrorResponse.self).text.isEmpty)
    }
  }

  @Test(arguments: Way.allCases)
  func polling(_ way: Way) async throws {
    try await withServer(way, try await TemporaryStore.sample()) { ask in
      let reply = try await ask(
        "POST", "/api/notifications/poll", ["Content-Type": "application/json"],
        Data(
          """
          {"user_email":"ada@example.com","query_ids":[8],\
          "last_viewed_users":"2025-11-02T09:00:00Z","last_viewed_posts":"2025-11-07T10:00:00Z"}
          """.utf8))
      let answer = try reply.decoded(PollResponse.self)
      #expect(answer.hasNewUsers == true)
      #expect(answer.hasNewPosts == false)
      #expect(answer.queryBadges?.states == [8: false])
      let nothing = try await ask(
        "POST", "/api/notifications/poll", ["Content-Type": "application/json"], Data("{}".utf8))
      #expect(
        nothing.text == #"{"has_new_posts":false,"has_new_users":false,"query_badges":{}}"#)
    }
  }
}
