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
        status.media.first { $0.id == id } ?? FakeInstance.Media(id, "")
      }
      status.fields = FakeInstanceDesk.fields(status.fields, without: ["poll", "quote"])
      if state.habits.widensEdits { status.visibility = "public" }
      status.isEdited = true
    case ("POST", "favourite"): status.marks.insert("favourite")
    case ("POST", "unfavourite"): status.marks.remove("favourite")
    case ("POST", "bookmark"): status.marks.insert("bookmark")
    case ("POST", "unbookmark"): status.marks.remove("bookmark")
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
      Int(item.value).flatMap { number in
        state.uploads.indices.contains(number - 77)
          ? FakeInstance.Media(item.value, state.uploads[number - 77]) : nil
      }
    }
    state.statuses[next] = status
    if let key = exchange.key { state.keys[key] = next }
    return FakeInstance.json(FakeInstanceDesk.json(status, state))
  }
}
