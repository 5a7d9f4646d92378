import FireflyCore
import FireflyHTTP
import GRDB

extension SQLiteStore {
  /// Writes every post, as it is at this moment, in pieces of some 64 KB.
  ///
  /// Pictures are named, not included.
  /// - Throws: `StoreError.tooDeepToNest`, `StoreError.database`, and what `sink` throws.
  public func exportPosts(_ form: ExportForm, to sink: ([UInt8]) throws -> Void) throws {
    try read { db in
      switch form {
      case .nested: try Self.exportNested(db, sink)
      case .flat: try Self.exportFlat(db, sink)
      }
    }
  }

  private static func exportFlat(_ db: Database, _ sink: ([UInt8]) throws -> Void) throws {
    var json = JSONWriter()
    var last = 0
    while true {
      let posts = try PostRow.posts(db, "WHERE p.id > ? ORDER BY p.id LIMIT 64", [last])
      guard let end = posts.last else { break }
      last = end.id
      for post in posts {
        json.beginObject()
        json.record(of: post)
        json.endObject()
        json.endLine()
      }
      if json.bytes.count >= PostStream.pieceLength { try sink(json.take()) }
    }
    try sink(json.take())
  }

  private static func exportNested(_ db: Database, _ sink: ([UInt8]) throws -> Void) throws {
    let plan = try TreePlan(db)
    guard plan.levels <= TreePlan.maxLevels else {
      throw StoreError.tooDeepToNest(levels: plan.levels)
    }
    var json = JSONWriter()
    json.beginObject()
    json.key("posts")
    json.beginArray()
    var open = 0
    for start in stride(from: 0, to: plan.steps.count, by: 64) {
      let end = min(start + 64, plan.steps.count)
      let posts = try posts(plan.steps[start..<end].map(\.id), db)
      for index in start..<end {
        let (id, level) = plan.steps[index]
        guard let post = posts[id] else { continue }
        while open > level {
          json.endArray()
          json.endObject()
          open -= 1
        }
        json.beginObject()
        json.record(of: post)
        if index + 1 < plan.steps.count, plan.steps[index + 1].level > level {
          json.key("children")
          json.beginArray()
          open += 1
        } else {
          json.endObject()
        }
      }
      if json.bytes.count >= PostStream.pieceLength { try sink(json.take()) }
    }
    for _ in 0..<open {
      json.endArray()
      json.endObject()
    }
    json.endArray()
    json.endObject()
    json.endLine()
    try sink(json.take())
  }
}
