import FireflyAPI
import FireflyCore

// How far the user has read, shared with their other devices where the instance keeps it.
extension Mastodon {
  /// The lists that have a marker.
  enum Marked: String { case home, notifications }

  private struct Marker: Decodable, Sendable {
    @Lenient var last: MastodonID?

    enum CodingKeys: String, CodingKey { case last = "last_read_id" }
  }

  func mark() async -> (mark: String, post: Int?)? {
    guard isSignedIn, place == nil, standIn == nil else { return nil }
    let known = memory.state.withLock { $0.homeMark }
    guard let mark = if let known { known } else { await marker(.home) } else { return nil }
    return memory.state.withLock { state in
      state.homeMark = mark
      return (mark, state.home.first { $0.value.id == mark }?.key)
    }
  }

  func seen(_ id: Int) async -> String? {
    let item = memory.state.withLock { state -> MastodonMemory.HomeItem? in
      // It never goes back: other devices would show as new what was read.
      guard let item = state.home[id], item.date >= state.markedAt ?? .distantPast else {
        return nil
      }
      state.markedAt = item.date
      return item
    }
    guard let item else { return nil }
    await mark(.home, item.id)
    return memory.state.withLock { $0.lacksMarkers == true ? nil : item.id }
  }

  /// Remembers which statuses of home have which IDs there: a boost has one of its own.
  func remember(_ statuses: [MastodonStatus]) {
    let items = statuses.compactMap { status -> (Int, MastodonMemory.HomeItem)? in
      guard let id = status.id?.safe, let shown = number(status.shown.id?.text) else { return nil }
      return (shown, .init(id: id, date: status.createdAt ?? .distantPast))
    }
    memory.state.withLock { state in
      if state.home.count > 20_000 { state.home = [:] }
      // Of several boosts of one post, the newest shows it.
      state.home.merge(items) { $0.date >= $1.date ? $0 : $1 }
    }
  }

  /// Returns the ID up to which the user has read a list; nil where it is not kept.
  func marker(_ list: Marked) async -> String? {
    guard memory.state.withLock({ $0.lacksMarkers != true }) else { return nil }
    do throws(APIError) {
      let found = try await web.answer(
        "/api/v1/markers?timeline%5B%5D=\(list.rawValue)", as: [String: Marker].self)
      return found[list.rawValue]?.last?.safe
    } catch {
      if error.isUnknownCall { memory.state.withLock { $0.lacksMarkers = true } }
      return nil
    }
  }

  /// Keeps up to which ID the user has read a list; where it can't be kept, nothing is said.
  func mark(_ list: Marked, _ id: String) async {
    guard memory.state.withLock({ $0.lacksMarkers != true }) else { return }
    _ = try? await web.send(
      [QueryItem("\(list.rawValue)[last_read_id]", id)], to: "/api/v1/markers")
  }
}
