import FireflyForeign
import Foundation

extension SourceFile {
  /// Reads topics from `/t/ID.json`, with later posts of `/t/ID/posts.json` in the same list.
  mutating func readDiscourse(_ documents: [Data]) throws {
    let answers = try Self.decode(DiscourseTopic.self, documents)
    var titles: [Int: DiscourseTopic] = [:]
    var bases: [Int: String] = [:]
    for answer in answers {
      if let id = answer.id, answer.title?.isEmpty == false {
        titles[id] = answer
        bases[id] = answer.base
      }
    }
    for answer in answers {
      let ownBase = answer.base
      for post in answer.stream.posts {
        let number = post.topic ?? answer.id ?? 0
        let base = ownBase ?? bases[number]
        // Topics of several forums may have the same number.
        let slug = post.slug ?? titles[number]?.slug
        let topic = slug.map { "\($0)/\(number)" } ?? "\(number)"
        add(post, in: topic, titles[number], base)
      }
    }
    let known = Set(answers.flatMap(\.stream.posts).compactMap(\.id))
    missing = Set(answers.flatMap(\.stream.stream)).subtracting(known).count
    keepTogether { item in
      guard let parent = item.parent, let end = parent.lastIndex(of: "/") else { return nil }
      return parent[..<end] + "/1"
    }
  }

  private mutating func add(
    _ post: DiscoursePost, in topic: String, _ title: DiscourseTopic?, _ base: String?
  ) {
    var node = SourceNode(post, id: 0)
    let isTop = post.place == 1
    if isTop {
      node.describe(title, replies: title?.count.map { max(0, $0 - 1) }, base: base ?? "")
      node.isDeleted = node.isDeleted && node.title.isEmpty
    }
    add(
      node, HTMLText.Habits(base: base ?? ""), key: post.place.map { "\(topic)/\($0)" },
      parent: isTop ? nil : "\(topic)/\(post.answered ?? 1)",
      pages: base.map { Self.pages(of: post, at: $0) } ?? [])
  }

  /// The addresses of a post: a topic is opened by its number, as that of a source is.
  private static func pages(of post: DiscoursePost, at base: String) -> [String] {
    let paths = [
      post.place == 1 ? post.topic.map { "t/\($0)" } : nil, post.id.map { "p/\($0)" }, post.page,
    ]
    return paths.compactMap { $0.map { "\(base)/\($0)" } }
  }
}
