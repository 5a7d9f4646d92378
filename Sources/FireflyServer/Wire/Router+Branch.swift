import FireflyHTTP
import FireflyJSON
import FireflyStore

extension Router {
  /// Responds with a part of a branch: `{status, items: [{post, depth, replies_below}], after}`.
  func branch(
    of id: Int, limit: Int?, after key: String?, skipping skipped: Int?
  ) async throws -> HTTPResponse {
    let page = try await store.branch(
      below: id, after: key, skipping: skipped,
      limit: min(max(limit ?? StoreLimits.branch, 1), StoreLimits.branch), at: clock())
    var json = JSONWriter()
    json.beginObject()
    json.key("items")
    json.beginArray()
    for item in page.items {
      json.beginObject()
      json.key("post")
      json.beginObject()
      json.fields(of: item.post)
      json.endObject()
      json.key("depth")
      json.value(item.depth)
      json.key("replies_below")
      json.value(item.repliesBelow)
      json.endObject()
    }
    json.endArray()
    return Self.finish(&json, after: page.after)
  }

  /// Responds with numbers of posts: `{status, ids: [[id, parent_id], …], after}`.
  func ids(
    below id: Int?, since: Int?, notBy email: String?, after key: String?
  ) async throws -> HTTPResponse {
    let page = try await store.links(below: id, since: since ?? 0, notBy: email, after: key)
    var json = JSONWriter()
    json.beginObject()
    json.key("ids")
    json.beginArray()
    for link in page.links {
      json.beginArray()
      json.value(link.id)
      json.value(link.parent.flatMap { $0 < 0 ? nil : $0 })
      json.endArray()
    }
    json.endArray()
    return Self.finish(&json, after: page.after)
  }

  private static func finish(_ json: inout JSONWriter, after key: String?) -> HTTPResponse {
    json.key("after")
    json.value(key)
    json.key("status")
    json.value("success")
    json.endObject()
    return .json(json.takeBytes())
  }
}
