import FireflyHTTP
import Foundation

/// How a `FakeInstance` keeps whom its user follows, mutes and blocks.
enum FakeInstancePeople {
  private static let names = [
    "following", "requested", "followed_by", "muting", "muting_notifications", "blocking",
    "blocked_by",
  ]

  static func json(_ handle: String, _ state: FakeInstance.State) -> [String: Any] {
    let relation = state.relations[handle] ?? []
    var json: [String: Any] = ["id": handle, "showing_reblogs": !relation.contains("no boosts")]
    for name in names { json[name] = relation.contains(name) }
    return json
  }

  /// Returns the handles of those with a relation to the user, in alphabetical order.
  static func all(_ relation: String, _ state: FakeInstance.State) -> [String] {
    state.relations.filter { $0.value.contains(relation) }.keys.sorted()
  }

  static func change(
    _ exchange: Exchange, _ handle: String, by act: String, _ state: inout FakeInstance.State
  ) -> HTTPResponse {
    let scope = ["mute": "mutes", "unmute": "mutes", "block": "blocks", "unblock": "blocks"]
    let scopes = exchange.token.flatMap { state.tokens[$0] } ?? ""
    guard
      scopes.split(separator: " ").contains("write")
        || scopes.contains("write:" + (scope[act] ?? "follows"))
    else { return FakeInstance.refusal(403, "This action is outside the authorized scopes") }
    var relation = state.relations[handle] ?? []
    switch act {
    case "follow":
      if exchange["reblogs"] == "false" { relation.insert("no boosts") }
      if exchange["reblogs"] == "true" { relation.remove("no boosts") }
      relation.insert(
        state.habits.locked.contains(handle) && !relation.contains("following")
          ? "requested" : "following")
    case "unfollow": relation.subtract(["following", "requested"])
    case "mute":
      relation.insert("muting")
      if exchange["notifications"] != "false" { relation.insert("muting_notifications") }
    case "unmute": relation.subtract(["muting", "muting_notifications"])
    case "block":
      relation.subtract(["following", "requested", "followed_by"])
      relation.insert("blocking")
    case "authorize":
      guard relation.remove("requested_by") != nil else { return FakeInstanceDesk.missing }
      relation.insert("followed_by")
    case "reject":
      guard relation.remove("requested_by") != nil else { return FakeInstanceDesk.missing }
    case "unblock": relation.remove("blocking")
    default: return FakeInstanceDesk.missing
    }
    state.relations[handle] = relation
    return FakeInstance.json(state.habits.saysNoRelation ? [:] : json(handle, state))
  }

  /// Returns a page of people.
  static func page(
    _ handles: [String], _ path: String, _ exchange: Exchange
  ) -> HTTPResponse {
    let limit = min(exchange["limit"].flatMap { Int($0) } ?? 40, 80)
    let start = exchange["max_id"].flatMap { Int($0) } ?? 0
    let page = handles.dropFirst(start).prefix(limit)
    return FakeInstance.json(
      page.map(FakeInstanceDesk.account),
      next: start + limit < handles.count
        ? "https://instance.example/api/v1/\(path)?max_id=\(start + limit)" : nil)
  }

  /// Returns a page of what others have done.
  static func notifications(_ exchange: Exchange, _ state: FakeInstance.State) -> HTTPResponse {
    let before = exchange["max_id"].flatMap { Int($0) } ?? .max
    let limit = min(exchange["limit"].flatMap { Int($0) } ?? 20, 40)
    let rest = state.notices.sorted { $0.id > $1.id }.filter { $0.id < before }
    let page = rest.prefix(limit)
    return FakeInstance.json(
      page.map { notice -> [String: Any] in
        let status = notice.status.flatMap { state.statuses[$0] }
        return [
          "id": "\(notice.id)",
          "type": status?.marks.contains("liked") == true ? "favourite" : notice.type,
          "created_at": FakeInstanceDesk.time(status ?? FakeInstance.Status(notice.id)),
          "account": FakeInstanceDesk.account(notice.author),
          "status": status.map { FakeInstanceDesk.json($0, state) } ?? NSNull(),
        ]
      },
      next: rest.count > limit
        ? page.last.map { "https://instance.example/api/v1/notifications?max_id=\($0.id)" } : nil)
  }
}
