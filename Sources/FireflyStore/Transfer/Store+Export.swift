import FireflyCore
import FireflyJSON
import FireflyTransfer

extension Store {
  /// Writes a consistent export of all posts or of one branch, in pieces of about 64 KB.
  ///
  /// Pictures are named, not included.
  /// - Parameters:
  ///   - branch: the topmost post of the branch; nil for all posts.
  ///   - sink: receives the pieces.
  /// - Throws: `StoreError`, including `.tooDeepToNest` and `.unknownPost`; what `sink` throws.
  package func exportPosts(
    _ form: ExportFormat, branch: Int? = nil, to sink: ([UInt8]) throws -> Void
  ) async throws {
    let server = try await identity()
    let snapshot = try await snapshot()
    let links = try await snapshot.links()
    var steps = links.map { TreePlan.Step(id: $0.id, level: 0) }
    if form == .nested || branch != nil {
      let plan = TreePlan(links, branch: branch)
      if form == .nested, plan.levels > TreePlan.maxLevels {
        throw StoreError.tooDeepToNest(levels: plan.levels)
      }
      steps = plan.steps
      if form == .flat {
        steps = steps.map { TreePlan.Step(id: $0.id, level: 0) }.sorted { $0.id < $1.id }
      }
    }
    if let branch, steps.isEmpty { throw StoreError.unknownPost(branch) }
    var writer = ExportWriter(of: server, isNested: form == .nested)
    try await snapshot.read(steps) { index, post, source in
      WorkProgress.step(index, of: steps.count)
      let isParent = index + 1 < steps.count && steps[index + 1].level > steps[index].level
      writer.add(post, of: source, level: steps[index].level, isParent: isParent)
      if writer.json.bytes.count >= ExportWriter.pieceLength { try sink(writer.json.takeBytes()) }
    }
    writer.finish()
    try sink(writer.json.takeBytes())
  }
}

extension StoreSnapshot {
  /// Reads the posts of a plan in order, in pages, until the task is cancelled.
  ///
  /// - Parameters:
  ///   - steps: the posts; unknown ones are skipped.
  ///   - visit: receives the index of a post in `steps`, the post, and its source.
  /// - Throws: `StoreError`, `CancellationError`, and what `visit` throws.
  package func read(
    _ steps: [TreePlan.Step], _ visit: (Int, Post, PostSource?) async throws -> Void
  ) async throws {
    for start in stride(from: 0, to: steps.count, by: ExportWriter.pageLength) {
      try Task.checkCancellation()
      let page = start..<min(start + ExportWriter.pageLength, steps.count)
      let ids = steps[page].map(\.id)
      let (posts, sources) = (try await posts(ids), try await sources(of: ids))
      let byID = Dictionary(posts.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
      for index in page {
        if let post = byID[steps[index].id] {
          var source = sources[post.id]?.source
          source?.isEdited = sources[post.id]?.digest != post.sourceDigest
          try await visit(index, post, source?.name == PostSource.file ? nil : source)
        }
      }
    }
  }
}

/// Writes an export post by post.
private struct ExportWriter {
  /// Number of posts in a page.
  static let pageLength = 64
  /// Minimum size of a piece in bytes.
  static let pieceLength = 64 * 1024

  var json = JSONWriter()
  /// The ID of the server's data: in the document, or in each line.
  private let server: String
  private let isNested: Bool
  /// Number of open lists of children.
  private var open = 0

  init(of server: String, isNested: Bool) {
    (self.server, self.isNested) = (server, isNested)
    guard isNested else { return }
    json.beginObject()
    addServer()
    json.key("posts")
    json.beginArray()
  }

  private mutating func addServer() {
    json.key("server")
    json.value(server)
  }

  mutating func add(_ post: Post, of source: PostSource?, level: Int, isParent: Bool) {
    close(to: level)
    json.beginObject()
    json.record(of: post)
    if !isNested { addServer() }
    if let source {
      json.key("source")
      json.value(source.name)
      json.key("source_key")
      json.value(source.key)
      if let page = source.page {
        json.key("source_page")
        json.value(page)
      }
      if source.isEdited {
        json.key("source_edited")
        json.value(true)
      }
    }
    if isParent {
      json.key("children")
      json.beginArray()
      open += 1
    } else {
      json.endObject()
    }
    if !isNested { json.endLine() }
  }

  mutating func finish() {
    guard isNested else { return }
    close(to: 0)
    json.endArray()
    json.endObject()
    json.endLine()
  }

  private mutating func close(to level: Int) {
    while open > level {
      json.endArray()
      json.endObject()
      open -= 1
    }
  }
}
