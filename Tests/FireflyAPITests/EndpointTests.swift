import FireflyCore
import Foundation
import Testing

@testable import FireflyAPI

@Suite struct EndpointTests {
  static let oddTexts = [
    "ada@example.com", "a+b&c=d", "100% of it", "two words", "Zoë 🦊", "a/b", "?#[]", "+", "%2B",
    "..;x", "\u{1}\r\n", "漢字",
  ]
  static let numbers: [Int?] = [nil, 0, 1, 50, Int.max]

  static var endpoints: [Endpoint] {
    var all: [Endpoint] = [
      .ping, .create, .update, .reparent, .version, .health, .usersNewSince(),
      .usersNewSince(Date(timeIntervalSince1970: 1_762_165_884)), .createProfile, .updateProfile,
      .badges, .poll, .sendCode,
      .verifyCode, .recentTagged(Endpoint.Feed()), .events(),
      .recentTagged(Endpoint.Feed(limit: 5, isByLastReply: true)),
    ]
    for call in Endpoint.PhoneOnly.allCases {
      all += [.phoneOnly(.get, call), .phoneOnly(.post, call)]
    }
    for number in numbers {
      all += [.recent(limit: number, before: 7), .usersRecent(limit: 3, before: number)]
      all += [.children(of: number ?? 4, depth: number), .delete(number ?? 3)]
      all += [.move(number ?? 3), .restore(number ?? 3)]
      all += [.branch(of: number ?? 4, limit: number, after: "0f", skip: number)]
      all += [
        .ids(below: number, since: number, notBy: "a+b@example.org", after: "n7"),
        .answers(limit: number),
      ]
      for bits in 0...3 {
        all.append(.post(number ?? 9, include: .init(rawValue: bits), depth: number))
      }
    }
    for text in oddTexts {
      all += [.profile(email: text), .template(text), .upload(name: text)]
      all += [.usersRecent(email: text), .search(queryID: 70, email: text), .events(email: text)]
      all.append(.answers(email: text, before: 3, limit: 4))
      all.append(
        .recentTagged(
          Endpoint.Feed(
            tags: [text, "post"], author: .current, email: text, limit: 50,
            after: Date(timeIntervalSince1970: 1_762_165_884), before: 12)))
    }
    return all
  }

  @Test(arguments: endpoints)
  func theWayBackLeadsToTheSameEndpoint(_ endpoint: Endpoint) throws {
    #expect(try Endpoint(method: endpoint.method.rawValue, target: endpoint.target) == endpoint)
    #expect(endpoint.target.utf8.allSatisfy { (0x21...0x7E).contains($0) })
    #expect(URL(string: "http://127.0.0.1" + endpoint.target) != nil)
  }

  @Test func writesWhatTheContractSays() {
    #expect(Endpoint.post(12).target == "/api/posts/12")
    #expect(
      Endpoint.post(12, include: [.children, .parent], depth: 3).target
        == "/api/posts/12?include=parent%2Cchildren&depth=3")
    #expect(Endpoint.profile(email: "a+b@c.de").path == "/api/users/a%2Bb%40c.de/profile")
    #expect(
      Endpoint.search(queryID: 70, email: "a b").target
        == "/api/search?query_id=70&user_email=a%20b")
    #expect(Endpoint.delete(5).method == .delete)
    #expect(Endpoint.upload(name: "moth.png").path == "/uploads/moth.png")
  }

  @Test func readsWhatOthersWrite() throws {
    let curl = try Endpoint(method: "GET", target: "/api/posts/recent-tagged?tags=post,query&x=1")
    #expect(curl == .recentTagged(Endpoint.Feed(tags: ["post", "query"])))
    let form = try Endpoint(method: "GET", target: "/api/users/recent?email=a+b%40c")
    #expect(form == .usersRecent(email: "a b@c"))
    let odd = try Endpoint(method: "GET", target: "/api/posts/recent?limit=many&before=")
    #expect(odd == .recent())
  }

  @Test(arguments: [
    "/", "", "/api", "/api/", "/api/posts", "/api/posts/", "/api/posts/12/", "/api/posts/-5",
    "/api/posts/+5", "/api/posts/twelve", "/api/posts/99999999999999999999", "/api//ping",
    "/api/ping/", "/api/users/profile", "/uploads/", "/uploads/a/b", "/uploads/%zz", "/uploads/%ff",
    "/api/posts/1/children/2", "api/ping", "/API/ping", "/api/templates/",
  ])
  func knowsNoOtherPaths(_ path: String) {
    #expect(throws: Endpoint.RoutingError.noSuchPath) {
      try Endpoint(method: "GET", target: path)
    }
  }

  @Test func tellsWrongMethodsFromWrongPaths() {
    #expect(throws: Endpoint.RoutingError.methodNotAllowed(allowed: [.get, .delete])) {
      try Endpoint(method: "PUT", target: "/api/posts/4")
    }
    #expect(throws: Endpoint.RoutingError.methodNotAllowed(allowed: [.post])) {
      try Endpoint(method: "GET", target: "/api/queries/badges")
    }
    #expect(throws: Endpoint.RoutingError.missing("query_id")) {
      try Endpoint(method: "GET", target: "/api/search?user_email=a")
    }
    #expect(throws: Endpoint.RoutingError.notANumber(name: "query_id", value: "abc")) {
      try Endpoint(method: "GET", target: "/api/search?query_id=abc")
    }
  }

  @Test func formsSurviveTheWire() {
    let form = PostForm(
      postID: 3, email: "a+b@c.de", title: "x & y = z", summary: "50% 🦊", body: "a\r\n\nb",
      timezone: "Europe/Paris", parentID: -1, template: .query, isAIGenerated: true,
      locationTag: "", clipOffsetX: -0.25, clipOffsetY: 1, removesImage: true)
    let sent = RequestBody.form(form.fields)
    let text = String(decoding: sent.bytes, as: UTF8.self)
    #expect(PostForm(fields: [QueryItem](encoded: text)) == form)
    #expect(PostForm(fields: []).title.isEmpty)
  }
}

extension Endpoint {
  /// The call of a request line, as a server reads it.
  fileprivate init(method: String, target: String) throws {
    self = try EndpointMatch(method: method, target: target).endpoint()
  }
}
