import FireflyHTTP
import Foundation

/// How a `FakeInstance` answers to what is written.
enum FakeInstanceWriting {
  static func answer(
    _ exchange: Exchange, _ parts: [String], _ state: inout FakeInstance.State
  ) -> HTTPResponse {
    if parts == ["media"], exchange.method == "POST" {
      state.uploads.append(exchange["description"] ?? "")
      let id = "\(76 + state.uploads.count)"
      return FakeInstance.json(["id": id, "type": "image", "url": NSNull()], status: 202)
    }
    if parts.count == 2, parts[0] == "media", exchange.method == "PUT" {
      return describe(parts[1], as: exchange["description"] ?? "", &state)
    }
    if parts == ["markers"], state.habits.keepsMarkers {
      for list in ["home", "notifications"] {
        if let id = exchange["\(list)[last_read_id]"] { state.markers[list] = id }
      }
      return FakeInstance.json([:] as [String: String])
    }
    if parts.count == 3, parts[0] == "polls", parts[2] == "votes" {
      return vote(exchange, in: parts[1], &state)
    }
    if parts.count == 3, parts[0] == "accounts" {
      return FakeInstancePeople.change(exchange, parts[1], by: parts[2], &state)
    }
    if parts.count == 3, parts[0] == "follow_requests" {
      return FakeInstancePeople.change(exchange, parts[1], by: parts[2], &state)
    }
    guard parts.first == "statuses" else { return FakeInstanceDesk.missing }
    if parts.count == 1 { return create(exchange, &state) }
    guard let id = FakeInstance.id(parts[1]), var status = state.statuses[id] else {
      return FakeInstanceDesk.missing
    }
    switch (exchange.method, parts.dropFirst(2).first) {
    case ("DELETE", nil):
      guard status.author == "ada" else { return FakeInstanceDesk.missing }
      state.statuses[id] = nil
      return FakeInstance.json(FakeInstanceDesk.json(status, state))
    case ("PUT", nil):
      guard status.author == "ada" else { return FakeInstanceDesk.missing }
      status.text = exchange["status"] ?? ""
      status.warning = exchange["spoiler_text"] ?? ""
      status.language = exchange["language"]
      status.isSensitive = exchange["sensitive"] == "true"
      status.type = exchange["content_type"]
      // What is left out is removed.
      let media = exchange.form.filter { $0.name == "media_ids[]" }.map(\.value)
      status.media = media.map { id in
        status.media.first { $0.id == id } ?? sent(id, state) ?? FakeInstance.Media(id, "")
      }
      if state.habits.describesInEdits { describe(by: exchange, &status) }
      let votes = FakeInstanceDesk.fields(status.fields)["poll"]
      status.fields = FakeInstanceDesk.fields(status.fields, without: ["poll", "quote"])
      if state.habits.hasPolls { poll(exchange, &status, before: votes as? [String: Any]) }
      if state.habits.widensEdits { status.visibility = "public" }
      status.isEdited = true
    case ("POST", "favourite"): status.marks.insert("favourite")
    case ("POST", "unfavourite"): status.marks.remove("favourite")
    case ("POST", "bookmark"): status.marks.insert("bookmark")
    case ("POST", "unbookmark"): status.marks.remove("bookmark")
    case ("POST", "pin") where status.author == "ada": status.marks.insert("pinned")
    case ("POST", "unpin"): status.marks.remove("pinned")
    case ("POST", "reblog"):
      status.marks.insert("boost")
      state.statuses[id] = status
      let next = (state.statuses.keys.max() ?? 0) + 1
      let wrapper = FakeInstance.Status(next, by: "ada", boosting: id)
      state.statuses[next] = wrapper
      return FakeInstance.json(FakeInstanceDesk.json(wrapper, state))
    case ("POST", "unreblog"):
      status.marks.remove("boost")
      for wrapper in state.statuses.values where wrapper.boosted == id && wrapper.author == "ada" {
        state.statuses[wrapper.id] = nil
      }
    default: return FakeInstanceDesk.missing
    }
    state.statuses[id] = status
    return FakeInstance.json(FakeInstanceDesk.json(status, state))
  }

  private static func create(
    _ exchange: Exchange, _ state: inout FakeInstance.State
  ) -> HTTPResponse {
    if state.habits.keepsKeys, let known = exchange.key.flatMap({ state.keys[$0] }),
      let status = state.statuses[known]
    {
      return FakeInstance.json(FakeInstanceDesk.json(status, state))
    }
    let text = exchange["status"] ?? ""
    guard text.count <= 5_000 else {
      return FakeInstance.json(
        ["error": "Validation failed: Text character limit of 500 exceeded"], status: 422)
    }
    var parent: Int?
    if let name = exchange["in_reply_to_id"] {
      parent = FakeInstance.id(name).flatMap { state.statuses[$0]?.id }
      guard parent != nil || state.habits.answersNothing else {
        return FakeInstanceDesk.missing
      }
    }
    let next = (state.statuses.keys.max() ?? 0) + 1
    // What is not said is public, as on Takahē.
    var status = FakeInstance.Status(
      next, by: FakeInstanceDesk.owner(of: exchange, state), text, parent: parent,
      visibility: exchange["visibility"] ?? "public")
    status.warning = exchange["spoiler_text"] ?? ""
    status.language = exchange["language"]
    status.writtenAt = Date()
    status.media = exchange.form.filter { $0.name == "media_ids[]" }.compactMap { item in
      sent(item.value, state)
    }
    if state.habits.hasPolls { poll(exchange, &status, before: nil) }
    state.statuses[next] = status
    if let key = exchange.key { state.keys[key] = next }
    return FakeInstance.json(FakeInstanceDesk.json(status, state))
  }

  /// Describes the media of a status as a change of it says.
  private static func describe(by exchange: Exchange, _ status: inout FakeInstance.Status) {
    func values(_ name: String) -> [String] {
      exchange.form.filter { $0.name == "media_attributes[][\(name)]" }.map(\.value)
    }
    for (id, words) in zip(values("id"), values("description")) {
      guard let place = status.media.firstIndex(where: { $0.id == id }) else { continue }
      status.media[place].description = words
    }
  }

  /// Describes a picture that a status has.
  private static func describe(
    _ id: String, as words: String, _ state: inout FakeInstance.State
  ) -> HTTPResponse {
    for var status in state.statuses.values {
      guard let place = status.media.firstIndex(where: { $0.id == id }) else { continue }
      if state.habits.describesMedia { status.media[place].description = words }
      state.statuses[status.id] = status
      return FakeInstance.json(["id": id, "description": status.media[place].description])
    }
    return FakeInstanceDesk.missing
  }

  /// Gives a status the poll of a form; votes stay while its options do.
  private static func poll(
    _ exchange: Exchange, _ status: inout FakeInstance.Status, before: [String: Any]?
  ) {
    let titles = exchange.form.filter { $0.name == "poll[options][]" }.map(\.value)
    guard !titles.isEmpty, let seconds = exchange["poll[expires_in]"].flatMap(Double.init) else {
      return
    }
    let takesSeveral = exchange["poll[multiple]"] == "true"
    var poll = before ?? [:]
    let old = poll["options"] as? [[String: Any]] ?? []
    if old.map({ $0["title"] as? String }) != titles || poll["multiple"] as? Bool != takesSeveral {
      poll = ["id": "p\(status.id)", "voters_count": 0, "multiple": takesSeveral]
      poll["options"] = titles.map { ["title": $0, "votes_count": 0] }
    }
    let end = Date(timeIntervalSinceNow: seconds)
    poll["expires_at"] = ISO8601DateFormatter().string(from: end)
    var fields = FakeInstanceDesk.fields(status.fields)
    fields["poll"] = poll
    status.fields =
      (try? JSONSerialization.data(withJSONObject: fields))
      .map { String(decoding: $0, as: UTF8.self) } ?? "{}"
  }

  /// Votes in a poll, which can be done once.
  private static func vote(
    _ exchange: Exchange, in poll: String, _ state: inout FakeInstance.State
  ) -> HTTPResponse {
    for var status in state.statuses.values {
      var fields = FakeInstanceDesk.fields(status.fields)
      guard var found = fields["poll"] as? [String: Any], found["id"] as? String == poll else {
        continue
      }
      guard found["voted"] as? Bool != true else {
        return FakeInstance.json(
          ["error": "Validation failed: You have already voted on this poll"], status: 422)
      }
      let choices = exchange.form.filter { $0.name == "choices[]" }.compactMap { Int($0.value) }
      var options = found["options"] as? [[String: Any]] ?? []
      for place in choices where options.indices.contains(place) {
        options[place]["votes_count"] = (options[place]["votes_count"] as? Int ?? 0) + 1
      }
      found["options"] = options
      found["voters_count"] = (found["voters_count"] as? Int ?? 0) + 1
      (found["voted"], found["own_votes"]) = (true, choices)
      fields["poll"] = found
      status.fields =
        (try? JSONSerialization.data(withJSONObject: fields))
        .map { String(decoding: $0, as: UTF8.self) } ?? "{}"
      state.statuses[status.id] = status
      return FakeInstance.json(found)
    }
    return FakeInstanceDesk.missing
  }

  /// The picture that was sent before the status; nil if there is none of this number.
  private static func sent(_ id: String, _ state: FakeInstance.State) -> FakeInstance.Media? {
    guard let place = Int(id).map({ $0 - 77 }), state.uploads.indices.contains(place) else {
      return nil
    }
    return FakeInstance.Media(id, state.uploads[place])
  }
}
