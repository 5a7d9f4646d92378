import FireflyServer
import FireflySources
import Foundation

/// Converts topics of Discourse from `/t/ID.json`, with later posts of `/t/ID/posts.json` in the
/// same list.
enum DiscourseTopics {
  static func convert(_ data: Data) throws(ImportError) -> Conversion {
    var tree = ForeignTree("discourse")
    var known: Set<String> = []
    var named: Set<String> = []
    var titles: [String: JSONTree] = [:]
    let answers = try JSONTree(data).objects
    for answer in answers {
      if let id = answer["id"].key, answer["title"].words != nil { titles[id] = answer }
      named.formUnion(answer["post_stream"]["stream"].list.compactMap(\.key))
    }
    for answer in answers {
      for data in answer["post_stream"]["posts"].objects {
        let number = data["topic_id"].key ?? answer["id"].key ?? "0"
        // Topics of several forums may have the same number.
        let slug = data["topic_slug"].words ?? titles[number]?["slug"].words
        let topic = slug.map { "\($0)/\(number)" } ?? number
        if let id = data["id"].key { known.insert(id) }
        _ = tree.add(post(data, topic, titles[number]))
      }
    }
    tree.conversion.missing = named.subtracting(known).count
    keepInTopics(&tree)
    return try tree.converted()
  }

  /// Puts replies to posts that are not in the file below their topics.
  private static func keepInTopics(_ tree: inout ForeignTree) {
    let keys = Set(tree.posts.compactMap(\.key))
    for index in tree.posts.indices {
      guard let parent = tree.posts[index].parent, !keys.contains(parent),
        let end = parent.lastIndex(of: "/"), keys.contains(parent[..<end] + "/1")
      else { continue }
      tree.posts[index].parent = parent[..<end] + "/1"
      tree.conversion.unresolvedLinks += 1
    }
  }

  private static func post(_ data: JSONTree, _ topic: String, _ title: JSONTree?) -> ForeignPost {
    let number = data["post_number"].whole ?? 0
    var post = ForeignPost(key: data["post_number"].key.map { "\(topic)/\($0)" })
    post.address = data["id"].key.map { DiscourseKey.name(post: $0, at: data["created_at"].date) }
    post.author = data["name"].words ?? data["username"].words
    post.date = data["created_at"].date
    let html = data["cooked"].words.map { HTMLText.markdown($0) }
    post.body = data["raw"].words ?? html ?? ""
    post.isDeleted =
      data["deleted_at"].words != nil || data["user_deleted"].isTrue || data["hidden"].isTrue
    if number == 1 {
      post.title = title?["title"].words ?? ""
      post.isDeleted = post.isDeleted && post.title.isEmpty
      let count = title?["posts_count"].whole.map { max(0, $0 - 1) }
      post.summary = Counted.line(Counted.words(count, "reply", "replies"), post.author)
    } else {
      // What a moderator did, such as `closed.enabled`.
      post.title = (data["action_code"].words ?? "")
        .replacing("_", with: " ").replacing(".", with: " ")
      post.parent = "\(topic)/\(data["reply_to_post_number"].key ?? "1")"
    }
    return post
  }
}
