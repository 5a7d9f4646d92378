import FireflyCore
import FireflyHTTP

extension Store {
  /// Writes every post, as it is at this moment, in pieces of some 64 KB.
  ///
  /// Pictures are named, not included.
  /// - Throws: `StoreError`, `.tooDeepToNest` among them, and what `sink` throws.
  public func exportPosts(_ form: ExportForm, to sink: ([UInt8]) throws -> Void) async throws {
    let snapshot = try await snapshot()
    let links = try await snapshot.links()
    let plan = form == .nested ? TreePlan(links) : nil
    if let plan, plan.levels > TreePlan.maxLevels {
      throw StoreError.tooDeepToNest(levels: plan.levels)
    }
    var writer = ExportWriter(isNested: form == .nested)
    let steps = plan?.steps ?? links.map { ($0.id, 0) }
    for start in stride(from: 0, to: steps.count, by: ExportWriter.pageLength) {
      let page = steps[start..<min(start + ExportWriter.pageLength, steps.count)]
      let posts = try await snapshot.posts(page.map(\.id))
      let byID = Dictionary(posts.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
      for index in page.indices {
        let isParent = index + 1 < steps.count && steps[index + 1].level > steps[index].level
        if let post = byID[steps[index].id] {
          writer.add(post, level: steps[index].level, isParent: isParent)
        }
      }
      if writer.json.bytes.count >= ExportWriter.pieceLength { try sink(writer.json.take()) }
    }
    writer.finish()
    try sink(writer.json.take())
  }
}

/// Writes an export, post by post.
private struct ExportWriter {
  /// Posts read at a time.
  static let pageLength = 64
  /// Bytes of a piece, at least.
  static let pieceLength = 64 * 1024

  var json = JSONWriter()
  private let isNested: Bool
  /// How many lists of children are open.
  private var open = 0

  init(isNested: Bool) {
    self.isNested = isNested
    guard isNested else { return }
    json.beginObject()
    json.key("posts")
    json.beginArray()
  }

  mutating func add(_ post: Post, level: Int, isParent: Bool) {
    close(to: level)
    json.beginObject()
    json.record(of: post)
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
