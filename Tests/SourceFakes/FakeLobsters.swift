/// Lobsters with two stories, as its pages have them.
package enum FakeLobsters {
  /// Begins to listen.
  /// - Throws: `HTTPListenError`.
  package static func start() async throws -> FakeService {
    let service = try await FakeService()
    let stories = [story, question]
    service.answer("/hottest.json", with: "[\(stories.joined(separator: ","))]")
    service.answer("/newest.json", with: "[\(stories.reversed().joined(separator: ","))]")
    service.answer("/page/", with: "[]")
    service.answer("/newest/page/", with: "[]")
    service.answer("/s/aaaaa1.json", with: story.dropLast() + ",\"comments\":[\(comments)]}")
    service.answer("/s/aaaaa2.json", with: question.dropLast() + ",\"comments\":[]}")
    service.answer(
      "/c/ccccc2.json",
      with: #"{"short_id":"ccccc2","comment":"x","url":"https://lobste.rs/s/aaaaa1/x#c_ccccc2"}"#)
    service.answer(
      "/~grace.json",
      with: """
        {"username":"grace","created_at":"2019-05-02T10:00:00.000-05:00","is_admin":false,
        "about":"<p>I <em>build</em> lighthouses.</p>","karma":42,"avatar_url":"/avatars/grace-100.png"}
        """)
    service.answer("/~grace/stories.json", with: "[\(story)]")
    return service
  }

  private static let story = """
    {"short_id":"aaaaa1","short_id_url":"https://lobste.rs/s/aaaaa1",
    "created_at":"2025-10-09T08:53:20.000-05:00","title":"A lighthouse","url":"https://www.example.org/light",
    "score":12,"flags":0,"comment_count":4,"description":"","comments_url":"https://lobste.rs/s/aaaaa1/x",
    "submitter_user":"grace","user_is_author":true,"tags":["show","hardware"]}
    """

  private static let question = """
    {"short_id":"aaaaa2","created_at":"2025-10-09T09:53:20.000-05:00","title":"Which knot?","url":"",
    "score":1,"comment_count":0,"description":"<p>I tie <strong>shoes</strong>.</p>",
    "submitter_user":{"username":"ada"},"tags":["ask"]}
    """

  private static let comments = """
    {"short_id":"ccccc1","created_at":"2025-10-09T09:00:00.000-05:00","is_deleted":false,"is_moderated":false,
    "score":3,"parent_comment":null,"comment":"<p>How <em>bright</em> is it?</p>","depth":0,
    "commenting_user":"linus"},
    {"short_id":"ccccc2","created_at":"2025-10-09T09:01:00.000-05:00","is_deleted":false,
    "parent_comment":"ccccc1","comment":"<p>It blinks all night.</p>","depth":1,"commenting_user":"grace"},
    {"short_id":"ccccc3","is_deleted":true,"parent_comment":null,"comment":"<em>removed</em>",
    "commenting_user":"ada"},
    {"short_id":"ccccc4","parent_comment":"ccccc3","comment":"<p>What was here?</p>","commenting_user":"ada"}
    """
}
