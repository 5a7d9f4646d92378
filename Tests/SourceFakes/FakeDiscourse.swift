/// A forum on Discourse with two topics, as its pages have them.
package enum FakeDiscourse {
  /// Begins to listen.
  /// - Throws: `HTTPListenError`.
  package static func start() async throws -> FakeService {
    let service = try await FakeService()
    let topics = [topic, question]
    for list in ["latest", "top"] {
      let order = list == "top" ? topics.reversed() : topics
      service.answer(
        "/\(list).json?page=0",
        with: "{\"users\":[\(users)],\"topic_list\":{\"topics\":[\(order.joined(separator: ","))]}}"
      )
      service.answer("/\(list).json", with: #"{"users":[],"topic_list":{"topics":[]}}"#)
    }
    service.answer(
      "/t/1.json",
      with: """
        {"id":1,"title":"A lighthouse","like_count":3,"post_stream":{"posts":[
        \(post(10, place: 1, "<p>It is <strong>new</strong>.</p>", "grace")),
        \(post(11, place: 2, "<p>How <em>bright</em> is it?</p>", "linus"))],"stream":[10,11,12,13]}}
        """)
    service.answer(
      "/t/1/posts.json?post_ids%5B%5D=12&post_ids%5B%5D=13",
      with: """
        {"post_stream":{"posts":[\(post(12, place: 3, "<p>It blinks all night.</p>", "grace", to: 2)),
        \(post(13, place: 4, "", "ada", isDeleted: true))]}}
        """)
    service.answer("/posts/12.json", with: post(12, place: 3, "", "grace"))
    service.answer("/posts/by_number/1/3.json", with: post(12, place: 3, "", "grace"))
    service.answer(
      "/u/grace.json",
      with: #"{"user":{"id":5,"username":"grace","name":"Grace","bio_cooked":"<p>I build.</p>"}}"#)
    service.answer(
      "/user_actions.json?username=grace",
      with: """
        {"user_actions":[{"action_type":4,"topic_id":1,"post_number":1,"post_id":10,"title":"A lighthouse",
        "excerpt":"It is new.","username":"grace","created_at":"2025-10-09T08:53:20.000Z"},
        {"action_type":5,"topic_id":1,"post_number":3,"post_id":12,"excerpt":"It blinks","username":"grace"}]}
        """)
    service.answer(
      "/directory_items.json",
      with: #"{"directory_items":[{"id":7,"user":{"id":7,"username":"mei","name":"Mei"}}]}"#)
    service.answer(
      "/search.json?q=night",
      with: """
        {"posts":[{"id":12,"username":"grace","topic_id":1,"post_number":3,"blurb":"It blinks all night.",
        "created_at":"2025-10-09T08:53:20.000Z"}],"topics":[{"id":1,"title":"A lighthouse"}]}
        """)
    return service
  }

  private static let users = """
    {"id":5,"username":"grace","name":"Grace","avatar_template":"/a/grace/{size}.png"},
    {"id":6,"username":"ada","name":""}
    """

  private static let topic = """
    {"id":1,"title":"A lighthouse","slug":"a-lighthouse","posts_count":4,"like_count":3,
    "created_at":"2025-10-09T08:53:20.000Z","image_url":null,"posters":[{"user_id":5},{"user_id":6}]}
    """

  private static let question = """
    {"id":2,"title":"Which knot?","posts_count":1,"like_count":0,"created_at":"2025-10-09T09:53:20.000Z",
    "excerpt":"I tie shoes.","posters":[{"user_id":6}]}
    """

  private static func post(
    _ id: Int, place: Int, _ text: String, _ author: String, to answered: Int? = nil,
    isDeleted: Bool = false
  ) -> String {
    """
    {"id":\(id),"topic_id":1,"post_number":\(place),"username":"\(author)","name":"\(author.capitalized)",
    "reply_to_post_number":\(answered.map(String.init) ?? "null"),"cooked":"\(text)",
    "user_deleted":\(isDeleted),"created_at":"2025-10-09T08:53:20.000Z"}
    """
  }
}
