import FireflyHTTP
import Foundation

/// How a `FakeInstance` answers.
enum FakeInstanceDesk {
  typealias State = FakeInstance.State
  typealias Status = FakeInstance.Status

  static func answer(_ exchange: Exchange, _ state: inout State) -> HTTPResponse {
    if let answer = signIn(exchange, &state) { return answer }
    var path = exchange.path
    guard path.hasPrefix("/api/v") else { return missing }
    path = String(path.dropFirst("/api/v1/".count))
    let target = exchange.target.dropFirst("/api/v1/".count)
    if let refusal = state.habits.refused.first(where: { target.hasPrefix($0.key) })?.value {
      return FakeInstance.refusal(refusal.status, refusal.text)
    }
    var scopes = ""
    if let token = exchange.token {
      guard let known = state.tokens[token] else {
        return FakeInstance.refusal(401, "The access token is invalid")
      }
      scopes = known
    }
    let parts = path.split(separator: "/").map { $0.removingPercentEncoding ?? "" }
    if exchange.method != "GET" {
      guard scopes.contains("write") else {
        return FakeInstance.refusal(403, "This action is outside the authorized scopes")
      }
      return FakeInstanceWriting.answer(exchange, parts, &state)
    }
    if let list = list(parts, exchange, state, isSignedIn: !scopes.isEmpty) { return list }
    if parts.first == "media", let id = parts.dropFirst().first {
      return FakeInstance.json([
        "id": id, "type": "image",
        "url": state.habits.isSlow ? NSNull() : "https://files.example/\(id).png",
      ])
    }
    if parts.first == "statuses", parts.count > 1 {
      guard let status = FakeInstance.id(parts[1]).flatMap({ state.statuses[$0] }) else {
        return missing
      }
      switch parts.dropFirst(2).first {
      case "context": return context(of: status, state)
      case "source" where state.habits.keepsSources:
        return FakeInstance.json([
          "id": FakeInstance.name(status.id), "text": status.text, "spoiler_text": status.warning,
          "content_type": status.type as Any? ?? NSNull(),
        ])
      case nil: return FakeInstance.json(json(status, state))
      default: return missing
      }
    }
    return missing
  }

  static var missing: HTTPResponse { FakeInstance.refusal(404, "Record not found") }

  private static func signIn(_ exchange: Exchange, _ state: inout State) -> HTTPResponse? {
    switch (exchange.method, exchange.path) {
    case ("POST", "/api/v1/apps"):
      if let refusal = state.habits.refused["apps"] {
        return FakeInstance.refusal(refusal.status, refusal.text)
      }
      if exchange["scopes"]?.contains(":") == true, state.habits.refused["scopes"] != nil {
        return FakeInstance.refusal(400, "invalid_scope: unknown")
      }
      let places = exchange["redirect_uris"]?.split(separator: "\n").map(String.init) ?? []
      if places.count > 1, let refusal = state.habits.refused["places"] {
        return FakeInstance.refusal(refusal.status, refusal.text)
      }
      state.places = places
      return FakeInstance.json(["id": "1", "client_id": "an-id", "client_secret": "a-secret"])
    case ("GET", "/oauth/authorize"):
      // The user has allowed it, or not, as the habits say.
      guard let place = exchange["redirect_uri"], state.places.contains(place) else {
        return FakeInstance.refusal(422, "No: redirect_uri")
      }
      let answer = state.habits.refused["page"]?.text ?? "code=\(state.code ?? "")"
      return HTTPResponse(
        status: 302, fields: ["Location": "\(place)?\(answer)&state=\(exchange["state"] ?? "")"])
    case ("POST", "/oauth/token"):
      if let refusal = state.habits.refused["oauth"] {
        return FakeInstance.refusal(refusal.status, refusal.text)
      }
      guard exchange["code"] == state.code, exchange["client_secret"] == "a-secret",
        state.places.contains(exchange["redirect_uri"] ?? "")
      else {
        return FakeInstance.json(
          ["error": "invalid_grant", "error_description": "No."], status: 400)
      }
      state.code = nil
      return FakeInstance.json([
        "access_token": state.granted, "token_type": "Bearer",
        "scope": state.tokens[state.granted] ?? "",
        "created_at": 1_764_000_000,
      ])
    case ("POST", "/oauth/revoke"):
      if let token = exchange["token"] { state.tokens[token] = nil }
      return FakeInstance.json([:] as [String: String])
    case ("GET", "/api/v2/instance"):
      return FakeInstance.json([
        "domain": "instance.example", "version": state.habits.version,
        "source_url": state.habits.source,
        "configuration": [
          "statuses": [
            "max_characters": 500, "max_media_attachments": 4, "characters_reserved_per_url": 23,
            "supported_mime_types": state.habits.types,
          ],
          "polls": fields(state.habits.polls),
        ],
      ])
    default: return nil
    }
  }

  private static func list(
    _ parts: [String], _ exchange: Exchange, _ state: State, isSignedIn: Bool
  ) -> HTTPResponse? {
    let newest = state.statuses.values.sorted { $0.id > $1.id }
    let open = newest.filter { $0.visibility == "public" && $0.boosted == nil }
    let path = parts.joined(separator: "/")
    var found: [Status]
    switch path {
    case "timelines/home" where isSignedIn: found = newest
    case "timelines/public", "trends/statuses": found = open
    case "bookmarks" where isSignedIn: found = newest.filter { $0.marks.contains("bookmark") }
    case "favourites" where isSignedIn: found = newest.filter { $0.marks.contains("favourite") }
    case "accounts/verify_credentials" where isSignedIn:
      var account = account(owner(of: exchange, state))
      // As on snac: there the rest is that of another account.
      if state.habits.hasOtherIDs { account["id"] = account["acct"].map { "own-\($0)" } }
      return FakeInstance.json(
        account.merging([
          "source": ["privacy": "unlisted", "language": "de", "sensitive": false]
        ]) { _, new in new })
    case "preferences" where isSignedIn: return FakeInstance.json(fields(state.habits.preferences))
    case "accounts/lookup":
      let handle = exchange["acct"] ?? ""
      let more = fields(state.habits.people[handle] ?? "{}")
      return FakeInstance.json(account(handle).merging(more) { $1 })
    case "accounts/search" where isSignedIn:
      let name = exchange["q"] ?? ""
      return FakeInstance.json(state.habits.found.filter { $0.contains(name) }.map(account))
    case "accounts/relationships" where isSignedIn:
      return FakeInstance.json(
        [exchange["id[]"] ?? ""].map { FakeInstancePeople.json($0, state) })
    case "follow_requests" where isSignedIn:
      return FakeInstancePeople.page(FakeInstancePeople.all("requested_by", state), path, exchange)
    case "accounts/ada/followers" where isSignedIn:
      return FakeInstancePeople.page(FakeInstancePeople.all("followed_by", state), path, exchange)
    case "accounts/ada/following" where isSignedIn:
      return FakeInstancePeople.page(["cy", "bob@far.example"], path, exchange)
    case "lists/7/accounts" where isSignedIn:
      return FakeInstancePeople.page(state.habits.members, path, exchange)
    case "markers" where isSignedIn && state.habits.keepsMarkers:
      return FakeInstance.json(state.markers.mapValues { ["last_read_id": $0] })
    case "lists" where isSignedIn: return FakeInstance.json([["id": "7", "title": "Sailors"]])
    case "followed_tags" where isSignedIn: return FakeInstance.json([["name": "swift", "url": ""]])
    case "directory": return FakeInstance.json([account("grace")])
    case "search" where isSignedIn:
      let words = exchange["q"] ?? ""
      let type = exchange["type"]
      let name = String(words.drop { $0 == "@" })
      let people = state.habits.found.filter { $0.contains(name) }
      let tags = words.hasPrefix("#") ? [["name": String(words.dropFirst()), "url": ""]] : []
      return FakeInstance.json([
        "accounts": type == nil ? people.map(account) : [], "hashtags": type == nil ? tags : [],
        "statuses": newest.filter { $0.text.contains(words) }.map { json($0, state) },
      ])
    case "notifications" where isSignedIn: return FakeInstancePeople.notifications(exchange, state)
    default:
      if path.hasPrefix("timelines/tag/") || path.hasPrefix("timelines/list/") {
        found = open
      } else if parts.first == "accounts", parts.last == "statuses" {
        found = newest.filter { status in
          (status.author == parts[1] || "own-" + status.author == parts[1])
            && (!state.habits.hidesPrivate || ["public", "unlisted"].contains(status.visibility))
            && (exchange["pinned"] != "true" || !state.habits.hasPins
              || status.marks.contains("pinned"))
            && (exchange["exclude_replies"] != "true" || status.parent == nil)
        }
      } else if path.hasPrefix("timelines/") || ["bookmarks", "favourites"].contains(path) {
        return FakeInstance.refusal(401, "The access token is invalid")
      } else {
        return nil
      }
    }
    if !state.habits.empty.isDisjoint(with: [path, exchange.target.dropFirst(8).description]) {
      found = []
    }
    let limit = min(exchange["limit"].flatMap { Int($0) } ?? 20, 40)
    let before = exchange["max_id"].flatMap(FakeInstance.id) ?? .max
    let rest = found.filter { $0.id < before }
    let page = rest.prefix(limit)
    // As Takahē's: the rest of the query is forgotten.
    let next = page.last.map {
      "https://instance.example/api/v1/\(path)?limit=\(limit)&max_id=\(FakeInstance.name($0.id))"
    }
    return FakeInstance.json(page.map { json($0, state) }, next: rest.count > limit ? next : nil)
  }

  /// Returns whose token a request has.
  static func owner(of exchange: Exchange, _ state: State) -> String {
    exchange.token.flatMap { state.owners[$0] } ?? "ada"
  }

  private static func context(of status: Status, _ state: State) -> HTTPResponse {
    var above: [Status] = []
    var next = status.parent
    while let id = next, let parent = state.statuses[id], above.count < state.habits.above {
      above.insert(parent, at: 0)
      next = parent.parent
    }
    var below: [Status] = []
    var level = [status.id]
    while !level.isEmpty, below.count < state.habits.below {
      let replies = state.statuses.values.filter { $0.parent.map(level.contains) == true }
        .sorted { $0.id < $1.id }
      below += replies
      level = replies.map(\.id)
    }
    return FakeInstance.json([
      "ancestors": above.map { json($0, state) },
      "descendants": below.prefix(state.habits.below).map { json($0, state) },
    ])
  }

  static func time(_ status: Status) -> String {
    let usual = Date(timeIntervalSince1970: 1_764_000_000 + Double(status.id))
    return ISO8601DateFormatter().string(from: status.writtenAt ?? usual)
  }

  static func account(_ handle: String) -> [String: Any] {
    [
      "id": handle, "username": handle, "acct": handle, "display_name": handle.capitalized,
      "url": "https://instance.example/@\(handle)",
      "note": "<p>I build.</p>", "avatar_static": "https://files.example/\(handle).png",
      "emojis": [],
      "statuses_count": 2, "followers_count": 1, "created_at": "2020-01-01T00:00:00.000Z",
    ]
  }

  static func json(_ status: Status, _ state: State) -> [String: Any] {
    let text = status.text.replacingOccurrences(of: "&", with: "&amp;")
      .replacingOccurrences(of: "<", with: "&lt;")
    let boosted = status.boosted.flatMap { state.statuses[$0] }
    let words = status.text.split(whereSeparator: \.isWhitespace)
    var author = account(status.author)
    // As on snac: with the host, and its port.
    if state.habits.hasOtherIDs { author["acct"] = status.author + "@instance.example:8080" }
    let json: [String: Any] = [
      "id": FakeInstance.name(status.id), "created_at": time(status),
      "uri": "https://instance.example/users/\(status.author)/statuses/\(status.id)",
      "in_reply_to_id": status.parent.map { FakeInstance.name($0) } ?? NSNull(),
      "account": author, "content": "<p>\(text)</p>",
      "visibility": status.visibility, "spoiler_text": status.warning,
      "sensitive": !status.warning.isEmpty || status.isSensitive,
      "language": status.language ?? NSNull(), "media_attachments": status.media.map(json),
      "tags": [], "emojis": [], "poll": NSNull(), "card": NSNull(),
      "mentions": words.filter { $0.hasPrefix("@") }.map {
        ["id": String($0.dropFirst()), "acct": String($0.dropFirst())]
      },
      "replies_count": state.statuses.values.count { $0.parent == status.id },
      "favourites_count": 0, "reblogs_count": 0,
      "edited_at": status.isEdited ? time(status) : NSNull(),
      "favourited": status.marks.contains("favourite"), "reblogged": status.marks.contains("boost"),
      "bookmarked": status.marks.contains("bookmark"),
      "pinned": status.author == "ada" && status.marks.contains("pinned"),
      "reblog": boosted.map { self.json($0, state) } ?? NSNull(),
    ]
    return json.merging(fields(status.fields)) { $1 }
  }

  private static func json(_ media: FakeInstance.Media) -> [String: Any] {
    let address = "https://files.example/\(media.id)"
    return [
      "id": media.id, "type": media.type, "url": address, "preview_url": address + "-small",
      "description": media.description, "meta": ["focus": ["x": 0.5, "y": -0.25]],
    ]
  }

  /// Returns the fields of JSON.
  static func fields(_ text: String) -> [String: Any] {
    (try? JSONSerialization.jsonObject(with: Data(text.utf8))) as? [String: Any] ?? [:]
  }

  /// Returns JSON without some of its fields.
  static func fields(_ text: String, without names: Set<String>) -> String {
    let rest = fields(text).filter { !names.contains($0.key) }
    return (try? JSONSerialization.data(withJSONObject: rest))
      .map { String(decoding: $0, as: UTF8.self) } ?? "{}"
  }
}
