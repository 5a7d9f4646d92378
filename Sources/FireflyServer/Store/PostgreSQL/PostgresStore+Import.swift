import FireflyCore
import Foundation

extension PostgresStore {
  /// Time limit of an import.
  private static let importTimeout = Duration.seconds(1_800)

  func add(
    _ document: ImportDocument, by author: LocalUser, ownership: ImportOwnership
  ) async throws -> ImportResult? {
    let original = ImportPlan(document, localName: author.name)
    return try await write(within: Self.importTimeout) { [self] db in
      // Serializes concurrent first runs.
      try Self.lock("owner", db)
      if try Self.setting(StoreMigration.marker, db) != nil {
        throw StoreError.unavailable(location, .migrationIncomplete)
      }
      let owner = try Self.owner(db)
      if ownership == .firstRun, owner != nil { return nil }
      let id = try Self.ensureUser(
        author.email, name: author.name, invitedBy: nil, at: Date(), db)
      // Serializes concurrent imports of the same source.
      var plan = original
      if plan.posts.contains(where: { $0.source != nil }) { try Self.lock("tree", db) }
      let parents = try Self.posts(of: plan.parentSources, db)
      let attached = plan.attach { parents[$0]?.post.id }
      let known = try Self.posts(of: plan.posts.compactMap(\.source), db)
      let numbers = try Self.add(plan, known, localUser: id, db) {
        document.onProgress?(min($0, document.items.count))
      }
      var result = ImportResult()
      result.roots = plan.roots.map { numbers[$0] }
      (result.added, result.attached) = (plan.posts.count - known.count, attached)
      try Self.updateImported(known, plan, numbers, &result, db)
      result.splits = plan.splits(numbers: numbers)
      result.hasNewOwner =
        ownership != .unchanged && owner == nil && !document.items.isEmpty
      if result.hasNewOwner {
        try Self.setSetting("local-name", author.name, db)
        try Self.setSetting("local-email", author.email, db)
      }
      return result
    }
  }

  /// Inserts the planned posts, except those that already exist.
  /// - Returns: the numbers of all planned posts.
  /// - Throws: `PostgresError`.
  private static func add(
    _ plan: ImportPlan, _ known: [PostSource: KnownPost], localUser: Int, _ db: PostgresSession,
    onProgress: (Int) -> Void
  ) throws -> [Int] {
    var authors: [Int] = []
    for author in plan.authors {
      authors.append(
        try ensureUser(
          author.email, name: author.name, invitedBy: localUser, at: Date(), db))
    }
    var unused = try db.run(
      "SELECT nextval('post_numbers') FROM generate_series(1, $1)", plan.posts.count - known.count
    ).map { $0[0] as Int }.sorted().makeIterator()
    let numbers = plan.posts.map { $0.source.flatMap { known[$0]?.post.id } ?? unused.next() ?? 0 }
    var (rows, counts) = (PostRows(), [Int: Int]())
    for (index, planned) in plan.posts.enumerated()
    where planned.source.flatMap({ known[$0] }) == nil {
      var post = planned.post.storable
      post.id = numbers[index]
      post.userID = planned.user(of: authors, localUser: localUser)
      if let parent = planned.parent { post.parentID = numbers[parent] }
      try rows.add(post, of: planned.source)
      // A post that is its own parent is not its own child.
      if let parent = post.parentID, parent > 0, parent != post.id {
        counts[parent, default: 0] += 1
      }
      if rows.isFull {
        try rows.insert(db)
        onProgress(index)
      }
    }
    try rows.insert(db)
    try db.run(
      """
      UPDATE posts SET child_count = child_count + c.count
      FROM unnest($1::bigint[], $2::bigint[]) AS c (id, count) WHERE posts.id = c.id
      """, PostgresList(counts.keys), PostgresList(counts.values))
    for start in stride(from: 0, to: numbers.count, by: PostRows.maximum) {
      try PostgresTreePaths.setPaths(
        of: Array(numbers[start..<min(start + PostRows.maximum, numbers.count)]), db)
    }
    return numbers
  }
}

/// A batch of posts for one statement.
private struct PostRows {
  static let maximum = 500
  private static let maximumBytes = 2 << 20
  private static let columns = [
    "id bigint", "user_id bigint", "parent_id bigint", "title text", "summary text", "body text",
    "image_url text", "clip_offset_x double precision", "clip_offset_y double precision",
    "created_at bigint", "timezone text", "location_tag text", "ai_generated boolean",
    "template_name text", "source text", "source_key text", "source_digest bigint", "words text",
  ].map { $0.split(separator: " ", maxSplits: 1).map(String.init) }

  private var rows: [[(any PostgresParameter)?]] = []
  private var bytes = 0

  var isFull: Bool { rows.count >= Self.maximum || bytes >= Self.maximumBytes }

  mutating func add(_ post: Post, of source: PostSource?) throws {
    rows.append([
      post.id, post.userID, post.parentID, post.title, post.summary, post.body, post.imageURL,
      post.clipOffsetX, post.clipOffsetY, StoredTime.milliseconds(post.createdAt ?? Date()),
      post.timezone, post.locationTag, post.isAIGenerated, post.template.name,
      source?.name, source?.key, source?.digest(of: post), try SearchVector.text(of: post),
    ])
    bytes += post.textBytes
  }

  /// Inserts the batch, column by column.
  /// - Throws: `PostgresError`.
  mutating func insert(_ db: PostgresSession) throws {
    guard !rows.isEmpty else { return }
    let names = Self.columns.map { $0[0] }.joined(separator: ", ")
    let lists = Self.columns.enumerated().map { "$\($0 + 1)::\($1[1])[]" }
    try db.run(
      """
      INSERT INTO posts (\(names))
      SELECT \(names.replacing(", words", with: ", words::tsvector"))
      FROM unnest(\(lists.joined(separator: ", "))) AS a (\(names))
      """, with: Self.columns.indices.map { column in PostgresList(rows.map { $0[column] }) })
    (rows, bytes) = ([], 0)
  }
}
