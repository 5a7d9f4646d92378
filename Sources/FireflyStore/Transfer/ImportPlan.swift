import FireflyCore
import FireflyTransfer
import Foundation

/// The posts of a document as they will be stored, before they have numbers.
struct ImportPlan {
  /// An author who must be a user.
  struct Author: Hashable {
    var email: String
    var name: String?
  }

  /// The distinct authors, in the order of the document.
  private(set) var authors: [Author] = []
  /// The posts, in the order of their future numbers.
  var posts: [PlannedPost] = []
  /// The indices of posts without a parent in the document.
  private(set) var roots: [Int] = []
  /// Posts that were too long: their index, their position in the document, and their number of
  /// parts in replies.
  private var long: [(post: Int, place: String, count: Int)] = []

  private let localName: String
  private let now: Date
  private var knownAuthors: [String: Int] = [:]
  /// The numbers of posts that were deleted here, by what links call them.
  private(set) var deleted: [String: Int] = [:]
  /// Indices of posts by the names of sources, and the keys there.
  private var knownSources: [String: [String: Int]] = [:]
  /// What stands before the numbers of servers, by their IDs.
  private var prefixes: [String: String] = [:]

  /// Plans an import.
  ///
  /// - Parameters:
  ///   - localName: the name of the local user, who becomes the author of posts without one.
  ///   - now: the date of posts without one.
  init(_ document: ImportDocument, localName: String, at now: Date = Date()) {
    self.localName = localName
    self.now = now
    for user in document.users { _ = author(email: user.email, name: user.name) }
    var added: [Int] = []
    added.reserveCapacity(document.items.count)
    posts.reserveCapacity(document.items.count)
    // Indices by the numbers in the document.
    var indices: [String: Int] = [:]
    var tops: [(index: Int, oldParent: String?)] = []
    for item in document.items {
      let index = add(item, parent: item.parent.map { added[$0] })
      added.append(index)
      if let old = item.id { indices[prefix(of: item.server) + "\(old)"] = index }
      guard item.parent == nil else { continue }
      let old = item.parentID.flatMap { $0 < 0 ? nil : prefix(of: item.server) + "\($0)" }
      tops.append((index, old))
    }
    // After all posts are added, because a parent may come after its child.
    var seen: Set<Int> = []
    for top in tops {
      if let old = top.oldParent, let parent = indices[old] {
        if posts[top.index].parent == nil { posts[top.index].parent = parent }
      } else if posts[top.index].parent == nil, seen.insert(top.index).inserted {
        roots.append(top.index)
      }
    }
    // Of a large document they take much memory.
    (knownAuthors, knownSources) = ([:], [:])
  }

  /// Returns the number of posts with at least as many posts above them.
  func postsBelow(_ levels: Int) -> Int {
    var children: [Int: [Int]] = [:]
    for (index, post) in posts.enumerated() {
      if let parent = post.parent { children[parent, default: []].append(index) }
    }
    // Level by level; those in a cycle have no level.
    var (level, count, deep) = (posts.indices.filter { posts[$0].parent == nil }, 0, 0)
    while !level.isEmpty {
      if count >= levels { deep += level.count }
      level = level.flatMap { children[$0] ?? [] }
      count += 1
    }
    return deep
  }

  /// The sources of parents that the document lacks.
  var parentSources: [PostSource] {
    posts.compactMap { $0.parent == nil ? $0.parentSource : nil }
  }

  /// Puts posts below parents that were imported before.
  ///
  /// - Parameter number: returns the number of the post of a source; nil if there is none.
  /// - Returns: how many posts got a parent.
  mutating func attach(_ number: (PostSource) throws -> Int?) rethrows -> Int {
    var count = 0
    for index in posts.indices where posts[index].parent == nil {
      guard let source = posts[index].parentSource, let parent = try number(source) else {
        continue
      }
      posts[index].post.parentID = parent
      count += 1
    }
    return count
  }

  /// Leaves out the posts of some sources, and new posts below them.
  ///
  /// - Parameters:
  ///   - sources: the sources of posts that were deleted, with their numbers, as far as these are known.
  ///   - known: the sources of posts that exist, which stay.
  mutating func leaveOut(_ sources: [PostSource: Int?], keeping known: Set<PostSource>) {
    guard !sources.isEmpty else { return }
    func isKnown(_ post: PlannedPost) -> Bool { post.source.map(known.contains) ?? false }
    var gone = Set(
      posts.indices.filter { index in
        !isKnown(posts[index]) && posts[index].source.flatMap { sources[$0] } != nil
      })
    // A parent may come after its children.
    var isChanged = !gone.isEmpty
    while isChanged {
      isChanged = false
      for index in posts.indices where !gone.contains(index) && !isKnown(posts[index]) {
        guard let parent = posts[index].parent, gone.contains(parent) else { continue }
        gone.insert(index)
        isChanged = true
      }
    }
    for post in gone.map({ posts[$0] }) {
      guard let number = post.source.flatMap({ sources[$0] ?? nil }) else { continue }
      for name in post.names { deleted[name] = number }
    }
    var indices: [Int: Int] = [:]
    for index in posts.indices where !gone.contains(index) { indices[index] = indices.count }
    posts = posts.indices.compactMap { index in
      guard indices[index] != nil else { return nil }
      var post = posts[index]
      post.parent = post.parent.flatMap { indices[$0] }
      return post
    }
    roots = roots.compactMap { indices[$0] }
    long = long.compactMap { part in
      indices[part.post].map { (post: $0, place: part.place, count: part.count) }
    }
  }

  /// The server whose numbers are those here; nil if none of its posts is of this server.
  var ownServer: String?

  /// Returns a message for each post that was too long and has been split.
  func splits(numbers: [Int]) -> [String] {
    long.map { post, place, count in
      """
      \(place): the body is longer than \(ByteCount.words(PostLimits.embedded.body)). The rest is in \
      \(count == 1 ? "a reply" : "\(count) replies") to post \(numbers[post]).
      """
    }
  }

  private mutating func add(_ source: ImportedPost, parent: Int?) -> Int {
    // A parent that is not in the document is dropped; the -1 of profiles and saved searches is
    // kept.
    let ownRoot = source.template.rootParentID
    let root = source.parentID.map { $0 < 0 ? $0 : nil } ?? ownRoot
    let author = source.isDeleted ? nil : author(email: source.authorEmail, name: source.authorName)
    let post = LongPost(
      Post(
        id: 0, parentID: parent == nil ? root : nil, title: source.title,
        summary: source.summary ?? "", body: source.body, imageURL: source.imageURL,
        clipOffsetX: source.clipOffsetX ?? 0, clipOffsetY: source.clipOffsetY ?? 0,
        createdAt: source.createdAt ?? now, timezone: source.timezone ?? "",
        locationTag: source.locationTag, isAIGenerated: source.isAIGenerated ?? false,
        template: source.template))
    let prefix = prefix(of: source.server)
    var planned = PlannedPost(
      post.post, in: source.text, author: author, parent: parent, source: source.source,
      parentSource: source.parentSource, linkNames: source.linkNames, number: source.id,
      prefix: prefix)
    planned.bringsPictures = source.bringsPictures
    let index = insert(planned)
    // In reverse: among posts of the same time, the one with the highest number is first in the
    // list.
    for (number, child) in post.children.enumerated().reversed() {
      let part = source.source.flatMap { PostSource(name: $0.name, key: "\($0.key)#\(number + 2)") }
      _ = insert(PlannedPost(child, author: author, parent: index, source: part, prefix: prefix))
    }
    if !post.children.isEmpty { long.append((index, source.place, post.children.count)) }
    return index
  }

  /// Returns what stands before the numbers of a server; nothing for those of the document.
  mutating func prefix(of server: String?) -> String {
    guard let server else { return "" }
    let prefix = prefixes[server] ?? "\(prefixes.count + 1)/"
    prefixes[server] = prefix
    return prefix
  }

  /// Adds a post; updates an earlier one of the same source.
  /// - Returns: its index.
  private mutating func insert(_ planned: PlannedPost) -> Int {
    guard let source = planned.source else {
      posts.append(planned)
      return posts.count - 1
    }
    if let index = knownSources[source.name]?[source.key] {
      if let post = posts[index].post.updated(from: planned.post) { posts[index].post = post }
      if planned.bringsPictures { posts[index].bringsPictures = true }
      posts[index].linkNames += planned.names
      if posts[index].parent == nil, let parent = planned.parent, !isPost(parent, inBranchOf: index)
      {
        posts[index].parent = parent
      }
      return index
    }
    posts.append(planned)
    knownSources[source.name, default: [:]][source.key] = posts.count - 1
    return posts.count - 1
  }

  private func isPost(_ index: Int, inBranchOf top: Int) -> Bool {
    var next: Int? = index
    while let index = next {
      if index == top { return true }
      next = posts[index].parent
    }
    return false
  }

  /// Returns the index of an author, who is identified by e-mail, or else by name; nil for the
  /// local user.
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

  /// Returns an e-mail for an author with a name only; such an address cannot exist (RFC 2606).
  private static func address(of name: String?) -> String? {
    guard let name, !name.allSatisfy(\.isWhitespace) else { return nil }
    let words = name.lowercased().split { !$0.isLetter && !$0.isNumber }
    // An author whose name has neither letters nor digits is not the local user.
    let start =
      words.isEmpty
      ? name.utf8.prefix(30).map { String($0, radix: 16) }.joined() : words.joined(separator: ".")
    return start + "@firefly.invalid"
  }
}
