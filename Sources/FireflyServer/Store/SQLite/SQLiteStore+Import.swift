import FireflyCore
import Foundation
import GRDB

extension SQLiteStore {
  /// Adds the posts of a document, in the calling thread: it may be much at once.
  func add(
    _ document: ImportDocument, by author: LocalUser, ownership: ImportOwnership
  ) throws -> ImportResult? {
    try write { db in
      let owner = try Self.owner(db)
      if ownership == .firstRun, owner != nil { return nil }
      let id = try Self.ensureUser(author.email, name: author.name, invitedBy: nil, db)
      var importer = PostImporter(localUser: id, localName: author.name)
      let roots = try importer.add(document, db)
      var result = importer.result
      result.roots = roots
      result.hasNewOwner =
        ownership != .unchanged && owner == nil && !document.items.isEmpty
      if result.hasNewOwner {
        try Self.setSetting("local-name", author.name, db)
        try Self.setSetting("local-email", author.email, db)
      }
      return result
    }
  }

  func owner() async throws(StoreError) -> LocalUser? {
    try await read(Self.owner)
  }

  private static func owner(_ db: Database) throws -> LocalUser? {
    guard let name = try setting("local-name", db), let email = try setting("local-email", db)
    else { return nil }
    return LocalUser(name: name, email: email)
  }
}

/// Adds the posts of one document.
struct PostImporter {
  let localUser: Int
  let localName: String
  private let now = Date()
  private var authors: [String: Int] = [:]
  /// New numbers by the document's.
  private var numbers: [Int: Int] = [:]
  /// What was done, but for the numbers of the roots.
  private(set) var result = ImportResult()

  /// An importer that knows only the local user.
  init(localUser: Int, localName: String) {
    self.localUser = localUser
    self.localName = localName
  }

  /// Adds all posts; gives back the numbers of the roots.
  /// - Throws: `DatabaseError`.
  mutating func add(_ document: ImportDocument, _ db: Database) throws -> [Int] {
    for user in document.users { _ = try author(email: user.email, name: user.name, db) }
    var added: [Int] = []
    added.reserveCapacity(document.items.count)
    var roots: [(id: Int, oldParent: Int?)] = []
    for item in document.items {
      let parent = item.parent.map { added[$0] }
      let id = try add(item, parent: parent, db)
      added.append(id)
      if added.count.isMultiple(of: 128) { document.onProgress?(added.count) }
      if parent == nil { roots.append((id, item.post.parentID)) }
    }
    try SQLiteStore.tellAllApart(db)
    // Only now all numbers are known: a parent may stand below its child.
    return try roots.filter { root in
      guard let old = root.oldParent, old >= 0, let parent = numbers[old] else { return true }
      try db.cachedStatement(sql: "UPDATE posts SET parent_id = ? WHERE id = ?")
        .execute(arguments: [parent, root.id])
      return false
    }.map(\.id)
  }

  private mutating func add(_ item: ImportDocument.Item, parent: Int?, _ db: Database) throws
    -> Int
  {
    let source = item.post
    // A parent that the document doesn't have is none, but the -1 of profiles and queries stays.
    let ownRoot = source.template == .post ? nil : -1
    let root = source.parentID.map { $0 < 0 ? $0 : nil } ?? ownRoot
    let user =
      source.template == .deleted
      ? 0 : try author(email: source.authorEmail, name: source.authorName, db)
    let id = try insert(
      Post(
        id: 0, userID: user,
        parentID: parent ?? root, title: source.title, summary: source.summary ?? "",
        body: source.body ?? "", imageURL: source.imageURL, clipOffsetX: source.clipOffsetX ?? 0,
        clipOffsetY: source.clipOffsetY ?? 0, createdAt: source.createdAt ?? now,
        timezone: source.timezone ?? "", locationTag: source.locationTag,
        isAIGenerated: source.isAIGenerated ?? false, template: source.template),
      of: source.source, from: item.place, db)
    if let old = source.id { numbers[old] = id }
    return id
  }

  /// Adds or updates a post, and what it has no room for as its children.
  private mutating func insert(
    _ post: Post, of source: PostSource?, from place: String, _ db: Database
  ) throws -> Int {
    let long = LongPost(post)
    let id = try put(long.post, of: source, db)
    // The last one first: of posts of the same time the one with the highest number is on top.
    for (index, child) in long.children.enumerated().reversed() {
      var child = child
      child.parentID = id
      let part = source.flatMap { PostSource(name: $0.name, key: "\($0.key)#\(index + 2)") }
      _ = try put(child, of: part, db)
    }
    if !long.children.isEmpty {
      let count = long.children.count == 1 ? "a post" : "\(long.children.count) posts"
      result.splits.append(
        """
        \(place): the body is longer than \(ByteCount.words(PostLimits.embedded.body)). Its rest is in \
        \(count) below post \(id).
        """)
    }
    return id
  }

  /// Adds a post, or updates the one of the same source.
  private mutating func put(_ post: Post, of source: PostSource?, _ db: Database) throws -> Int {
    guard let source, let old = try SQLiteStore.post(of: source, db) else {
      result.added += 1
      return try SQLiteStore.insertRow(post, of: source, db)
    }
    if try SQLiteStore.renew(old, as: post, db) { result.updated += 1 }
    return old.id
  }

  /// The author's number; unknown ones are made, known by their e-mail or else by their name.
  private mutating func author(email: String?, name: String?, _ db: Database) throws -> Int {
    let name = name.flatMap { $0.isEmpty || $0 == email ? nil : $0 }
    guard let identity = email.flatMap({ $0.isEmpty ? nil : $0 }) ?? Self.address(of: name),
      !(email ?? "").isEmpty || name != localName
    else { return localUser }
    if let known = authors[identity] { return known }
    let id = try SQLiteStore.ensureUser(identity, name: name, invitedBy: localUser, at: now, db)
    authors[identity] = id
    return id
  }

  /// An e-mail for an author of whom only the name is known; it cannot exist (RFC 2606).
  private static func address(of name: String?) -> String? {
    guard let name else { return nil }
    let words = name.lowercased().split { !$0.isLetter && !$0.isNumber }
    return words.isEmpty ? nil : words.joined(separator: ".") + "@firefly.invalid"
  }
}
