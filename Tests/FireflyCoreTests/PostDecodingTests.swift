import Foundation
import Testing

@testable import FireflyCore

@Suite("Post from JSON")
struct PostDecodingTests {
  private func decode(_ json: String) throws -> Post {
    try JSONDecoder().decode(Post.self, from: Data(json.utf8))
  }

  @Test
  func aPostAsAServerSendsIt() throws {
    let post = try decode(
      """
      {
        "ai_generated": true, "author_email": "mira@example.org", "author_name": "Mira Holm",
        "body": "# Reeds\\r\\n\\r\\n- one\\n- two", "child_count": 3, "clip_offset_x": -0.25,
        "clip_offset_y": 0.5, "created_at": "Mon, 03 Nov 2025 10:31:24 GMT", "id": 12,
        "image_url": "/uploads/reeds.png", "location_tag": "Oslo, Norway", "parent_id": 4,
        "placeholder_body": "Body", "placeholder_summary": "Summary", "placeholder_title": "Title",
        "summary": "how to cut them", "template_name": "post", "timezone": "Europe/Oslo",
        "title": "reeds for an oboe", "user_id": 9
      }
      """)
    #expect(
      post
        == Post(
          id: 12, userID: 9, parentID: 4, title: "reeds for an oboe", summary: "how to cut them",
          body: "# Reeds\r\n\r\n- one\n- two", imageURL: "/uploads/reeds.png", clipOffsetX: -0.25,
          clipOffsetY: 0.5, createdAt: Date(timeIntervalSince1970: 1_762_165_884),
          timezone: "Europe/Oslo", locationTag: "Oslo, Norway", isAIGenerated: true,
          authorName: "Mira Holm", authorEmail: "mira@example.org", childCount: 3,
          placeholders: .init(title: "Title", summary: "Summary", body: "Body")))
    #expect(post.children == nil && post.ancestors == nil && post.feed == nil)
  }

  @Test
  func onlyTheNumberAndTheTitleAreIndispensable() throws {
    #expect(try decode(#"{"id":1,"title":""}"#) == Post(id: 1, title: ""))
    #expect(throws: DecodingError.self) { try decode(#"{"title":"no number"}"#) }
    #expect(throws: DecodingError.self) { try decode(#"{"id":1}"#) }
    #expect(throws: DecodingError.self) { try decode(#"{"id":"1","title":"a"}"#) }
    #expect(throws: DecodingError.self) { try decode(#"{"id":1.5,"title":"a"}"#) }
    #expect(throws: DecodingError.self) { try decode(#"{"id":1,"title":null}"#) }
    #expect(throws: DecodingError.self) { try decode(#"[1,"a"]"#) }
    #expect(throws: DecodingError.self) { try decode(#"{"id":99999999999999999999,"title":"a"}"#) }
  }

  private static let optionalKeys = [
    "user_id", "parent_id", "summary", "body", "image_url", "clip_offset_x", "clip_offset_y",
    "created_at", "timezone", "location_tag", "ai_generated", "author_name", "author_email",
    "child_count", "template_name", "placeholder_title", "placeholder_summary", "placeholder_body",
    "plural_name", "has_new_matches", "ancestor_chain", "last_activity", "proximity", "children",
    "parent",
  ]

  @Test(arguments: optionalKeys)
  func anOptionalFieldThatIsNullOrOfTheWrongTypeCountsAsMissing(key: String) throws {
    for value in ["null", #"{"odd":[true]}"#, "[[]]"] where !(key == "children" && value == "[[]]")
    {
      #expect(
        try decode(#"{"id":5,"title":"t","\#(key)":\#(value)}"#) == Post(id: 5, title: "t"),
        "\(key): \(value)")
    }
  }

  @Test
  func unknownKeysAreIgnored() throws {
    #expect(try decode(#"{"id":5,"title":"t","reactions":{"heart":2}}"#) == Post(id: 5, title: "t"))
  }

  @Test
  func feedDetailsAreDecoded() throws {
    let post = try decode(
      """
      {"id": 70, "title": "looms", "parent_id": -1, "template_name": "query",
       "plural_name": "queries", "has_new_matches": true, "ancestor_chain": [3, 1],
       "last_activity": "2031-01-01T00:00:00Z", "proximity": 2}
      """)
    #expect(
      post.feed
        == Post.FeedDetails(
          pluralName: "queries", hasNewMatches: true, ancestorChain: [3, 1],
          lastActivity: Date(timeIntervalSince1970: 1_924_992_000), proximity: 2))
    #expect(post.template == .query && post.isRoot)
  }

  @Test(arguments: [
    ("null", Post.Template.post), (#""""#, .post), (#""post""#, .post), (#""query""#, .query),
    (#""profile""#, .profile), (#""recipe""#, .other("recipe")), (#""Query""#, .other("Query")),
  ])
  func templatesByName(json: String, template: Post.Template) throws {
    #expect(try decode(#"{"id":1,"title":"t","template_name":\#(json)}"#).template == template)
  }

  @Test
  func childrenAreNestedToAnyDepthWhatIsNoPostIsLeftOut() throws {
    let post = try decode(
      """
      {"id": 1, "title": "root", "children": [
        {"id": 2, "title": "a", "children": [{"id": 4, "title": "a1", "children": []}]},
        {"id": "three", "title": "not a post"}, null, 7,
        {"id": 3, "title": "b"}]}
      """)
    #expect(post.children?.map(\.id) == [2, 3])
    #expect(post.children?[0].children?.map(\.title) == ["a1"])
    #expect(post.children?[0].children?[0].children == [])
    #expect(post.children?[1].children == nil)
  }

  @Test
  func theChainOfParentsBecomesAncestorsNearestFirst() throws {
    let post = try decode(
      """
      {"id": 4, "title": "leaf", "parent_id": 3, "parent":
        {"id": 3, "title": "twig", "parent": {"id": 2, "title": "branch", "parent":
          {"id": 1, "title": "trunk", "parent": null}}}}
      """)
    #expect(post.ancestors?.map(\.title) == ["twig", "branch", "trunk"])
    #expect(post.ancestors?.allSatisfy { $0.ancestors == nil } == true)
  }

  @Test
  func aTreeTooDeepForTheDecoderIsAnErrorNotACrash() {
    var json = #"{"id":1,"title":"t"}"#
    for _ in 0..<2000 { json = #"{"id":1,"title":"t","children":[\#(json)]}"# }
    #expect(throws: DecodingError.self) { try decode(json) }
    var chain = #"{"id":1,"title":"t"}"#
    for _ in 0..<2000 { chain = #"{"id":1,"title":"t","parent":\#(chain)}"# }
    #expect(throws: DecodingError.self) { try decode(chain) }
  }

  @Test
  func encodedPostDecodesToAnEqualOne() throws {
    let whole = Post(
      id: 12, userID: 9, parentID: -1, title: "t\n\u{1F98A}", summary: "", body: "b",
      imageURL: "https://example.org/a.png", clipOffsetX: 0.125, clipOffsetY: -1,
      createdAt: Date(timeIntervalSince1970: -86_401), timezone: "Asia/Taipei", locationTag: "",
      isAIGenerated: true, authorName: nil, authorEmail: "a@example.org", childCount: 0,
      template: .other("recipe"), placeholders: .init(title: "", summary: "s", body: ""),
      feed: .init(pluralName: "recipes", hasNewMatches: false, ancestorChain: [], proximity: 0),
      children: [Post(id: 13, title: "child", children: []), Post(id: 14, title: "other")],
      ancestors: [
        Post(id: 11, title: "parent", children: [Post(id: 12, title: "t")]),
        Post(id: 10, title: "root", template: .profile),
      ])
    for post in [whole, Post(id: 1, title: "")] {
      let data = try JSONEncoder().encode(post)
      #expect(try JSONDecoder().decode(Post.self, from: data) == post)
    }
  }

  /// Nulls are written where the wire has them, extensions only where they are loaded.
  @Test
  func nullsAreWrittenWhereTheWireHasThemExtensionsOnly() throws {
    let data = try JSONEncoder().encode(Post(id: 1, title: "t"))
    let object = try #require(try JSONSerialization.jsonObject(with: data) as? [String: Any])
    #expect(object["parent_id"] is NSNull && object["image_url"] is NSNull)
    #expect(object["template_name"] as? String == "post")
    #expect(object["children"] == nil && object["parent"] == nil && object["proximity"] == nil)
  }
}
