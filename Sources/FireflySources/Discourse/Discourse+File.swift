import Foundation

extension SourceFile {
  /// Reads topics from `/t/ID.json`, with later posts of `/t/ID/posts.json` in the same list.
  mutating func readDiscourse(_ data: Data) throws {
    let answers = try Self.decode(DiscourseTopic.self, data)
    var titles: [Int: DiscourseTopic] = [:]
    for answer in answers {
      if let id = answer.id, answer.title?.isEmpty == false { titles[id] = answer }
    }
    for answer in answers {
      for post in answer.stream.posts {
        let number = post.topic ?? answer.id ?? 0
        // Topics of several forums may have the same number.
        let slug = post.slug ?? titles[number]?.slug
        add(post, in: slug.map { "\($0)/\(number)" } ?? "\(number)", titles[number])
      }
    }
    let known = Set(answers.flatMap(\.stream.posts).compactMap(\.id))
    missing = Set(answers.flatMap(\.stream.stream)).subtracting(known).count
    keepTogether { item in
      guard let parent = item.parent, let end = parent.lastIndex(of: "/") else { return nil }
      return parent[..<end] + "/1"
    }
  }

  private mutating func add(_ post: DiscoursePost, in topic: String, _ title: DiscourseTopic?) {
    var node = SourceNode(post, id: 0)
    let isTop = post.place == 1
    if isTop {
      node.describe(title, replies: title?.count.map { max(0, $0 - 1) }, base: "")
      node.isDeleted = node.isDeleted && node.title.isEmpty
    }
    add(
      node, HTMLText.Habits(base: ""), key: post.place.map { "\(topic)/\($0)" },
      parent: isTop ? nil : "\(topic)/\(post.answered ?? 1)")
  }
}
