import FireflyCore
import FireflyTransfer
import Foundation

extension SQLSession {
  /// Adds the posts of a document; see `Store.add`.
  func add(
    _ document: ImportDocument, by author: LocalUser, ownership: ImportOwnership
  ) throws -> ImportResult? {
    // Serializes concurrent first runs.
    try lock("owner")
    let owner = try owner()
    if ownership == .firstRun, owner != nil { return nil }
    let id = try ensureUser(author.email, name: author.name, invitedBy: nil)
    var result = ImportResult()
    // Serializes concurrent imports of the same source.
    if document.items.contains(where: { $0.source != nil }) { try lock("tree") }
    let document = try separatingCopies(in: document) ?? document
    let former = try knownPlace(of: document)
    if let (place, isNew) = former { result.formerPlace = isNew ? place : nil }
    // Made here, where nothing else has it: changes of a shared one would copy all posts.
    var plan = ImportPlan(
      former.map { document.moved(to: $0.place) } ?? document, localName: author.name)
    if let place = former?.place ?? document.place {
      try countGone(plan.posts.compactMap(\.source), of: document.kind, from: place, &result)
    }
    result.tooDeep = plan.postsBelow(StoreLimits.levels)
    let parents = try posts(of: plan.parentSources)
    result.attached = plan.attach { parents[$0]?.post.id }
    let sources = plan.posts.compactMap(\.source)
    if document.bringsBackDeleted { result.broughtBack = try restoreDeleted(of: sources) }
    var known = try posts(of: sources)
    let own = try ownPosts(of: plan.posts, document)
    known.merge(own.known) { first, _ in first }
    plan.ownServer = own.server
    let count = plan.posts.count
    let deleted = try deleted(among: sources).merging(own.deleted) { first, _ in first }
    plan.leaveOut(deleted, keeping: Set(known.keys))
    result.leftOut = count - plan.posts.count + own.placeholders
    result.broughtBack += own.broughtBack
    let authors = try plan.authors.map { author in
      try ensureUser(author.email, name: author.name, invitedBy: id)
    }
    let numbers = try numbers(for: plan, known)
    plan.link(to: numbers)
    try keepPages(of: plan.posts.compactMap(\.source))
    try add(plan, known, numbers, by: authors, localUser: id) {
      document.onProgress?(min($0, document.items.count))
    }
    result.added = plan.posts.count - known.count
    result.new = zip(plan.posts, numbers).filter { $0.0.source.flatMap { known[$0] } == nil }.map(
      \.1)
    if known.isEmpty, result.attached == 0 { result.first = numbers }
    if document.bringsBackDeleted {
      result.broughtBack += try fillPlaceholders(&known, plan, by: authors, localUser: id)
    }
    try updateImported(known, plan, numbers, &result)
    result.roots = plan.roots.map { numbers[$0] }
    result.splits = plan.splits(numbers: numbers)
    result.hasNewOwner = ownership != .unchanged && owner == nil && !document.items.isEmpty
    if result.hasNewOwner {
      try setSetting("local-name", author.name)
      try setSetting("local-email", author.email)
    }
    return result
  }

  /// Returns the numbers of all planned posts.
  private func numbers(
    for plan: ImportPlan, _ known: [PostSource: KnownPost]
  ) throws -> [Int] {
    var unused = try newNumbers(plan.posts.count - known.count).makeIterator()
    return plan.posts.map { $0.source.flatMap { known[$0]?.post.id } ?? unused.next() ?? 0 }
  }

  /// Records the pages on the web of sources whose keys don't tell them.
  private func keepPages(of sources: [PostSource]) throws {
    for (name, sources) in Dictionary(grouping: sources.filter { $0.page != nil }, by: \.name) {
      let pages = Dictionary(sources.map { ($0.key, $0.page ?? "") }) { $1 }
      let known = try rows(
        """
        SELECT source_key, page FROM source_pages
        WHERE source = ?1 AND \(dialect.isIn("source_key", "?2", .text))
        """, name, SQLList(texts: pages.keys), convert: { ($0[0] as String, $0[1] as String) })
      let old = Dictionary(known) { first, _ in first }
      let new = Array(pages.filter { old[$0.key] != $0.value })
      for start in stride(from: 0, to: new.count, by: Self.pagesAtOnce) {
        let some = new[start..<min(start + Self.pagesAtOnce, new.count)]
        let rows = some.indices.map { "(?1, ?\(2 * ($0 - start) + 2), ?\(2 * ($0 - start) + 3))" }
        try run(
          """
          INSERT INTO source_pages (source, source_key, page) VALUES \(rows.joined(separator: ", "))
          ON CONFLICT (source, source_key) DO UPDATE SET page = excluded.page
          """, with: [.text(name)] + some.flatMap { [.text($0.key), .text($0.value)] })
      }
    }
  }

  /// Number of pages that one statement records.
  private static var pagesAtOnce: Int { 100 }

  /// Inserts the planned posts, except those that already exist.
  private func add(
    _ plan: ImportPlan, _ known: [PostSource: KnownPost], _ numbers: [Int], by authors: [Int],
    localUser: Int, onProgress: (Int) -> Void
  ) throws {
    let new = plan.posts.indices.filter { plan.posts[$0].source.flatMap { known[$0] } == nil }
    // Made when it is stored, and once more if it shows pictures: all of them at once would be in memory twice.
    func row(_ number: Int) -> ImportedRow {
      let planned = plan.posts[new[number]]
      var post = planned.post.storable
      post.id = numbers[new[number]]
      post.userID = planned.user(of: authors, localUser: localUser)
      if let parent = planned.parent { post.parentID = numbers[parent] }
      return ImportedRow(post: post, source: planned.source)
    }
    var illustrated: [Int] = []
    try insert(new.map { numbers[$0] }, onProgress: onProgress) { number in
      let row = row(number)
      if !BodyPicture.names(in: row.post.body).isEmpty { illustrated.append(number) }
      return row
    }
    for number in illustrated { try keepPictures(of: row(number).post) }
    try refreshUsers(new.map { plan.posts[$0].user(of: authors, localUser: localUser) })
  }

  /// Returns the posts that were imported before from these sources.
  func posts(of sources: [PostSource]) throws -> [PostSource: KnownPost] {
    var ids: [(source: PostSource, id: Int, digest: Int?)] = []
    for (name, sources) in Dictionary(grouping: sources, by: \.name) {
      ids += try rows(
        """
        SELECT source_key, id, source_digest FROM posts
        WHERE source = ?1 AND \(dialect.isIn("source_key", "?2", .text)) ORDER BY id DESC
        """, name, SQLList(texts: Set(sources.map(\.key))),
        convert: { row in
          PostSource(name: name, key: row[0]).map { ($0, row[1], row[2]) }
        }
      ).compactMap(\.self)
    }
    let posts = try posts(ids.map(\.id))
    var known: [PostSource: KnownPost] = [:]
    // The oldest counts.
    for (source, id, digest) in ids {
      if let post = posts[id] { known[source] = KnownPost(post, digest: digest) }
    }
    return known
  }

  /// Restores the posts of sources that were deleted here, and forgets those that were purged, so that
  /// they are added again.
  ///
  /// - Returns: how many posts were restored.
  private func restoreDeleted(of sources: [PostSource]) throws -> Int {
    var ids: [Int] = []
    for (name, sources) in Dictionary(grouping: sources, by: \.name) {
      let keys = SQLList(texts: Set(sources.map(\.key)))
      let isOne = "source = ?1 AND \(dialect.isIn("source_key", "?2", .text))"
      ids += try rows(
        "SELECT id FROM deleted_posts WHERE \(isOne) ORDER BY id", name, keys,
        convert: { $0[0] as Int })
      try run("DELETE FROM deleted_sources WHERE \(isOne)", name, keys)
    }
    for id in ids { _ = try restoreDeleted(id) }
    return ids.count
  }

  /// Gives the placeholders of posts that were deleted the content of a plan.
  ///
  /// - Returns: how many it filled.
  private func fillPlaceholders(
    _ known: inout [PostSource: KnownPost], _ plan: ImportPlan, by authors: [Int], localUser: Int
  ) throws -> Int {
    var count = 0
    for planned in plan.posts where !planned.isDeleted {
      guard let source = planned.source, let old = known[source], old.post.template == .deleted
      else { continue }
      // The words of one that the user deleted are removed already.
      if !old.isEdited { try removeWords(where: SQLCondition("id = ?", old.post.id)) }
      var post = planned.post.storable
      (post.id, post.parentID) = (old.post.id, old.post.parentID)
      post.userID = planned.user(of: authors, localUser: localUser)
      let digest = source.digest(of: post)
      try run(
        """
        UPDATE posts SET user_id = ?2, title = ?3, summary = ?4, body = ?5, image_url = ?6,
          clip_offset_x = ?7, clip_offset_y = ?8, created_at = ?9, timezone = ?10,
          location_tag = ?11, ai_generated = ?12, template_name = ?13, source_digest = ?14,
          path_parent = -2
        WHERE id = ?1
        """, post.id, post.userID, post.title, post.summary, post.body, post.imageURL,
        post.clipOffsetX, post.clipOffsetY, StoredTime.milliseconds(post.createdAt ?? Date()),
        post.timezone, post.locationTag, post.isAIGenerated, post.template.name, digest)
      // It has another date and author: its position, and whom its replies answer, are outdated.
      try run("UPDATE posts SET answers_user = NULL WHERE id = ?1 OR parent_id = ?1", post.id)
      try self.index(post)
      try keepPictures(of: post)
      try refreshUsers([post.userID])
      known[source] = KnownPost(post, digest: digest)
      count += 1
    }
    return count
  }

  /// Returns those of the sources whose posts were deleted here, with the numbers of the posts.
  private func deleted(among sources: [PostSource]) throws -> [PostSource: Int?] {
    var deleted: [PostSource: Int?] = [:]
    for (name, sources) in Dictionary(grouping: sources, by: \.name) {
      let isOne = "source = ?1 AND \(dialect.isIn("source_key", "?2", .text))"
      let rows: [(key: String, number: Int?)] = try rows(
        """
        SELECT source_key, post FROM deleted_sources WHERE \(isOne)
        UNION SELECT source_key, id FROM deleted_posts WHERE \(isOne)
        """, name, SQLList(texts: Set(sources.map(\.key))), convert: { ($0[0], $0[1]) })
      for (key, number) in rows {
        guard let source = PostSource(name: name, key: key) else { continue }
        deleted[source] = .some(number ?? deleted[source] ?? nil)
      }
    }
    return deleted
  }

  /// Updates posts of a plan that already exist, see `KnownPost.updated(from:)`, and counts them.
  private func updateImported(
    _ all: [PostSource: KnownPost], _ plan: ImportPlan, _ numbers: [Int],
    _ result: inout ImportResult
  ) throws {
    for planned in plan.posts {
      guard let source = planned.source, let known = all[source] else { continue }
      let old = known.post
      var new = planned.post
      if let parent = planned.parent { new.parentID = numbers[parent] }
      let brings = planned.bringsPictures
      if known.isKept(from: new, bringsPictures: brings) {
        if known.isOwn { result.differing += 1 } else { result.edited += 1 }
      }
      guard let post = known.updated(from: new, bringsPictures: brings) else { continue }
      result.updated += 1
      try saveTexts(of: post, replacing: old)
      try keepPictures(of: post, replacing: old)
      if post.template == .profile { try refreshUsers([post.userID]) }
      try run(
        "UPDATE posts SET source_digest = ?1 WHERE id = ?2",
        known.isEdited ? nil : source.digest(of: post), post.id)
      guard post.parentID != old.parentID, let parent = post.parentID else { continue }
      do {
        try validate(old, below: parent, .anyone)
      } catch is StoreError {
        // For example, a post can't become its own descendant.
        continue
      }
      try changeParent(of: old, to: parent)
    }
  }
}
