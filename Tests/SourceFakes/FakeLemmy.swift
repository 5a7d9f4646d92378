/// A Lemmy instance with two posts, as version 3 of its interface has them.
package enum FakeLemmy {
  /// Begins to listen.
  /// - Throws: `HTTPListenError`.
  package static func start() async throws -> FakeService {
    let service = try await FakeService()
    service.answer("/api/v3/post/list?type_=All", with: "{\"posts\":[\(post),\(question)]}")
    service.answer("/api/v3/post/list?type_=Local", with: "{\"posts\":[\(question),\(post)]}")
    service.answer("/api/v3/post?id=1", with: "{\"post_view\":\(post),\"community_view\":{}}")
    service.answer("/api/v3/comment/list?post_id=1", with: "{\"comments\":[\(comments)]}")
    service.answer(
      "/api/v3/comment/list?parent_id=13",
      with: "{\"comments\":[\(comment(13, path: "0.11.12.13", "Deep.", "ada", children: 1)),"
        + "\(comment(15, path: "0.11.12.13.15", "Deeper.", "ada"))]}")
    service.answer(
      "/api/v3/comment?id=12",
      with: "{\"comment_view\":\(comment(12, path: "0.11.12", "It blinks all night.", "grace"))}")
    for (id, path) in [(13, "0.11.12.13"), (15, "0.11.12.13.15")] {
      service.answer(
        "/api/v3/comment?id=\(id)",
        with: "{\"comment_view\":\(comment(id, path: path, "Deep.", "ada", children: 15 - id))}")
    }
    service.answer(
      "/api/v3/user?username=grace",
      with: """
        {"person_view":{"person":{"id":5,"name":"grace","display_name":"Grace","bio":"I *build* lighthouses.",
        "actor_id":"https://lemmy.example/u/grace","published":"2023-06-12T10:00:00.000000Z"},
        "counts":{"post_count":1,"comment_count":1}},"posts":[\(post)],
        "comments":[\(comment(12, path: "0.11.12", "It blinks all night.", "grace"))]}
        """)
    service.answer(
      "/api/v3/search?q=night",
      with: "{\"posts\":[],\"comments\":["
        + "\(comment(12, path: "0.11.12", "It blinks all night.", "grace", children: 1))]}")
    return service
  }

  private static let post = """
    {"post":{"id":1,"name":"A lighthouse","url":"https://www.example.org/light","body":"It is **new**.",
    "creator_id":5,"community_id":3,"removed":false,"deleted":false,"published":"2025-10-09T08:53:20.123456Z",
    "ap_id":"https://lemmy.example/post/1"},
    "creator":{"id":5,"name":"grace","display_name":"Grace","actor_id":"https://lemmy.example/u/grace"},
    "community":{"id":3,"name":"harbour","title":"Harbour"},"counts":{"score":12,"comments":5}}
    """

  private static let question = """
    {"post":{"id":2,"name":"Which knot?","body":"I tie shoes.","deleted":false,"removed":false,
    "published":"2025-10-09T09:53:20"},
    "creator":{"id":6,"name":"ada","actor_id":"https://far.example/u/ada"},
    "community":{"name":"knots"},"counts":{"score":1,"comments":0}}
    """

  private static let comments = [
    comment(11, path: "0.11", "How *bright* is it?", "linus", children: 3),
    comment(12, path: "0.11.12", "It blinks all night.", "grace", children: 2),
    comment(13, path: "0.11.12.13", "Deep.", "ada", children: 1),
    comment(14, path: "0.14", "", "ada", isDeleted: true),
  ].joined(separator: ",")

  private static func comment(
    _ id: Int, path: String, _ text: String, _ author: String, children: Int = 0,
    isDeleted: Bool = false
  ) -> String {
    """
    {"comment":{"id":\(id),"post_id":1,"content":"\(text)","deleted":\(isDeleted),"removed":false,
    "published":"2025-10-09T10:00:00.000000Z","path":"\(path)",
    "ap_id":"https://far.example/comment/\(id + 1_000)"},
    "creator":{"name":"\(author)","actor_id":"https://lemmy.example/u/\(author)"},
    "creator_is_moderator":\(author == "linus"),
    "counts":{"score":1,"child_count":\(children)}}
    """
  }
}
