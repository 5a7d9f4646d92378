import FireflyCore
import Foundation

/// What the posts of a document become, before they have numbers in a store.
struct ImportPlan {
  /// Somebody who has to be a user.
  struct Author: Hashable {
    var email: String
    var name: String?
  }

  /// A post; its own `parentID` is that of a root, or nothing.
  struct PlannedPost {
    var post: Post
    /// Its author, by the place in `authors`; nil for the local user.
    var author: Int?
    /// Its parent, by the place in `posts`; may come after it.
    var parent: Int?
    /// Where it comes from: a post of the same source is updated.
    var source: PostSource?

    /// The number of its author: what stands for a deleted post has none.
    func user(of authors: [Int], localUser: Int) -> Int {
      post.template == .deleted ? 0 : author.map { authors[$0] } ?? localUser
    }
  }

  /// The authors that the document names, in its order, each once.
  private(set) var authors: [Author] = []
  /// The posts in the order of their numbers.
  private(set) var posts: [PlannedPost] = []
  /// The posts without a parent in the document, by their places.
  private(set) var roots: [Int] = []
  /// The posts that were too long, by their places, with where they stand and how many have their rest.
  private var long: [(post: Int, place: String, count: Int)] = []

  private let localName: String
  private let now: Date
  private var knownAuthors: [String: Int] = [:]
  /// The places of posts by their source.
  private var knownSources: [PostSource: Int] = [:]

  /// Plans the import of a document.
  ///
  /// - `localName`: the name of the user who writes what names no author.
  init(_ document: ImportDocument, localName: String, at now: Date = Date()) {
    self.localName = localName
    self.now = now
    for user in document.users { _ = author(email: user.email, name: user.name) }
    var added: [Int] = []
    added.reserveCapacity(document.items.count)
    // Places by the document's own numbers.
    var places: [Int: Int] = [:]
    var tops: [(place: Int, oldParent: Int?)] = []
    for item in document.items {
      let place = add(item, parent: item.parent.map { added[$0] })
      added.append(place)
      if let old = item.post.id { places[old] = place }
      if item.parent == nil { tops.append((place, item.post.parentID)) }
    }
    // Only now all numbers are known: a parent may stand below its child.
    var seen: Set<Int> = []
    for top in tops {
      if let old = top.oldParent, old >= 0, let parent = places[old] {
        if posts[top.place].parent == nil { posts[top.place].parent = parent }
      } else if posts[top.place].parent == nil, seen.insert(top.place).inserted {
        roots.append(top.place)
      }
    }
  }

  /// A sentence for each post that was too long and has become several.
  func splits(numbers: [Int]) -> [String] {
    long.map { post, place, count in
      """
      \(place): the body is longer than \(ByteCount.words(PostLimits.embedded.body)). The rest is in \
      \(count == 1 ? "a reply" : "\(count) replies") to post \(numbers[post]).
      """
    }
  }

  private mutating func add(_ item: ImportDocument.Item, parent: Int?) -> Int {
    let source = item.post
    // A parent that the document doesn't have is none, but the -1 of profiles and queries stays.
    let ownRoot = source.template == .post ? nil : -1
    let root = source.parentID.map { $0 < 0 ? $0 : nil } ?? ownRoot
    let isDeleted = source.template == .deleted
    let author = isDeleted ? nil : author(email: source.authorEmail, name: source.authorName)
    let post = LongPost(
      Post(
        id: 0, parentID: parent == nil ? root : nil, title: source.title,
        summary: source.summary ?? "", body: source.body ?? "", imageURL: source.imageURL,
        clipOffsetX: source.clipOffsetX ?? 0, clipOffsetY: source.clipOffsetY ?? 0,
        createdAt: source.createdAt ?? now, timezone: source.timezone ?? "",
        locationTag: source.locationTag, isAIGenerated: source.isAIGenerated ?? false,
        template: source.template))
    let place = insert(
      PlannedPost(post: post.post, author: author, parent: parent, source: source.source))
    // The last one first: of posts of the same time the one with the highest number is on top.
    for (index, child) in post.children.enumerated().reversed() {
      let part = source.source.flatMap { PostSource(name: $0.name, key: "\($0.key)#\(index + 2)") }
      _ = insert(PlannedPost(post: child, author: author, parent: place, source: part))
    }
    if !post.children.isEmpty { long.append((place, item.place, post.children.count)) }
    return place
  }

  /// Adds a post; one whose source has come before is that post, as it is now.
  /// - Returns: its place.
  private mutating func insert(_ planned: PlannedPost) -> Int {
    guard let source = planned.source else {
      posts.append(planned)
      return posts.count - 1
    }
    if let place = knownSources[source] {
      if let post = posts[place].post.updated(from: planned.post) { posts[place].post = post }
      if posts[place].parent == nil, let parent = planned.parent, !isPost(parent, inBranchOf: place)
      {
        posts[place].parent = parent
      }
      return place
    }
    posts.append(planned)
    knownSources[source] = posts.count - 1
    return posts.count - 1
  }

  private func isPost(_ place: Int, inBranchOf top: Int) -> Bool {
    var next: Int? = place
    while let place = next {
      if place == top { return true }
      next = posts[place].parent
    }
    return false
  }

  /// The author's place; known by their e-mail or else by their name.
  private mutating func author(email: String?, name: String?) -> Int? {
    let name = name.flatMap { $0.isEmpty || $0 == email ? nil : $0 }
    guard let identity = email.flatMap({ $0.isEmpty ? nil : $0 }) ?? Self.address(of: name),
      !(email ?? "").isEmpty || name != localName
    else { return nil }
    if let known = knownAuthors[identity] { return known }
    authors.append(Author(email: identity, name: name))
    knownAuthors[identity] = authors.count - 1
    return authors.count - 1
  }

  /// An e-mail for an author of whom only the name is known; it cannot exist (RFC 2606).
  private static func address(of name: String?) -> String? {
    guard let name else { return nil }
    let words = name.lowercased().split { !$0.isLetter && !$0.isNumber }
    return words.isEmpty ? nil : words.joined(separator: ".") + "@firefly.invalid"
  }
}
