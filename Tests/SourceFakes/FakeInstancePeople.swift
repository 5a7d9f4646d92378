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
}
