import FireflyCore
import FireflyForeign
import Foundation

extension DiscourseTopics {
  /// Returns the topics as posts.
  func nodes(base: String) -> [SourceNode] {
    let users = Dictionary(self.users.compactMap { user in user.id.map { ($0, user) } }) { one, _ in
      one
    }
    return list.topics.elements.compactMap { topic in
      SourceNode(topic, by: topic.posters.first?.user.flatMap { users[$0] }, base: base)
    }
  }
}

extension SourceNode {
  /// Creates a post of a topic, without its replies; nil without an ID.
  init?(_ topic: DiscourseSummary, by user: DiscourseUser?, base: String) {
    guard let id = PairedID.top(topic.id) else { return nil }
    self.init(id: id)
    title = topic.title?.unescaped.line.map(DiscourseEmoji.line) ?? ""
    text = topic.excerpt.map { .html($0) } ?? .none
    facts.isExcerpt = true
    picture = topic.picture.flatMap { WebAddress.full($0, base: base) }
    author = user?.handle?.line
    authorName = user?.name?.line
    createdAt = topic.createdAt
    // The first post is the topic itself.
    childCount = max(0, (topic.posts ?? 1) - 1)
    describe(
      topic.link, likes: topic.likes, replies: childCount,
      labels: [
        topic.isPinned ? "pinned" : nil, topic.isClosed ? "closed" : nil,
        topic.isArchived ? "archived" : nil,
      ])
  }

  /// Creates a post of a topic; nil without an ID.
  init?(_ post: DiscoursePost, in topic: Int) {
    guard let id = PairedID.reply(post.id) else { return nil }
    self.init(post, id: id)
    (parent, root) = (topic, topic)
  }

  /// Creates a post of a topic, without its place.
  init(_ post: DiscoursePost, id: Int) {
    self.init(id: id)
    key = post.key
    place = post.page
    text = post.words
    facts.isExcerpt = post.text == nil
    author = post.handle?.line
    authorName = post.name?.line
    facts.isByModerator = post.isByModerator
    createdAt = post.createdAt
    facts.isEdited = post.version ?? 1 > 1
    isDeleted = post.isDeleted
    title = post.actionName
    facts.rate(title.isEmpty ? post.likes.flatMap { $0 > 0 ? $0 : nil } : nil, "like")
  }

  /// Creates a post of a user's activity; nil without an ID.
  init?(_ action: DiscourseActions.Action) {
    guard let topic = PairedID.top(action.topic) else { return nil }
    if action.place == 1 {
      self.init(id: topic)
      title = action.title?.unescaped.line.map(DiscourseEmoji.line) ?? ""
      facts.author = action.handle
      childCount = 1
    } else {
      guard let id = PairedID.reply(action.post) else { return nil }
      self.init(id: id)
      (parent, root) = (topic, topic)
    }
    text = action.excerpt.map { .html($0) } ?? .none
    facts.isExcerpt = true
    author = action.handle?.line
    createdAt = action.createdAt
  }
}

extension SourceTree {
  /// Creates a tree of a topic and its posts; the first post is the topic itself.
  init(_ topic: DiscourseTopic, id number: Int, base: String) {
    root = number * 2
    var top = SourceNode(id: root)
    var places: [Int: Int] = [:]
    var posts: [(node: SourceNode, answered: Int?)] = []
    for post in topic.stream.posts {
      if post.place == 1 {
        top = SourceNode(post, id: root)
        continue
      }
      guard let node = SourceNode(post, in: root) else { continue }
      if let place = post.place { places[place] = node.id }
      posts.append((node, post.answered))
    }
    top.describe(topic, replies: posts.count, base: base)
    nodes = [top]
    for (node, answered) in posts {
      var node = node
      node.parent = answered.flatMap { places[$0] } ?? root
      nodes.append(node)
    }
  }
}

extension SourceNode {
  /// Adds what a topic says of its first post.
  mutating func describe(_ topic: DiscourseTopic?, replies: Int?, base: String) {
    title = topic?.title?.unescaped.line.map(DiscourseEmoji.line) ?? ""
    picture = topic?.picture.flatMap { WebAddress.full($0, base: base) }
    describe(
      topic?.link, likes: topic?.likes, replies: replies,
      labels: [
        topic?.tags.prefix(20).joined(separator: " "), topic?.isPinned == true ? "pinned" : nil,
        topic?.isClosed == true ? "closed" : nil, topic?.isArchived == true ? "archived" : nil,
      ])
  }

  private mutating func describe(
    _ link: String?, likes: Int?, replies: Int?, labels: [String?]
  ) {
    (facts.link, facts.place) = (link, WebAddress.site(of: link))
    facts.rate(likes, "like")
    (facts.author, facts.replies, facts.labels) = (author, replies, labels.compactMap(\.self))
  }
}

extension DiscourseFound {
  /// Returns the search results as posts.
  func nodes(base: String) -> [SourceNode] {
    let known = Dictionary(topics.compactMap { topic in topic.id.map { ($0, topic) } }) { one, _ in
      one
    }
    return posts.compactMap { post in
      guard let topic = PairedID.top(post.topic) else { return nil }
      guard post.place == 1 else {
        var node = SourceNode(post, in: topic)
        node?.rootTitle = post.topic.flatMap {
          known[$0]?.title?.unescaped.line.map(DiscourseEmoji.line)
        }
        return node
      }
      guard let summary = post.topic.flatMap({ known[$0] }),
        var node = SourceNode(summary, by: nil, base: base)
      else { return nil }
      node.author = post.handle?.line
      node.text = post.blurb.map { .html($0) } ?? node.text
      return node
    }
  }
}

extension SourceUser {
  /// Creates a user; nil without a handle.
  init?(_ user: DiscourseUser, base: String) {
    guard let handle = user.handle?.line else { return nil }
    let picture = user.picture?.replacing("{size}", with: "240")
    self.init(
      handle: handle, name: user.name?.line, facts: Post.Facts(labels: ["@\(handle)", user.title]),
      about: user.about.map { .html($0) } ?? .none,
      picture: picture.flatMap { WebAddress.full($0, base: base) }, createdAt: user.createdAt)
  }
}
