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
    // Another device may have read on since.
    let kept: String?
    do throws(APIError) { kept = try await fetchMarker(.home) } catch { return nil }
    guard let item, Self.isAfter(item.id, kept) else { return nil }
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
  func marker(_ list: Marked) async -> String? { try? await fetchMarker(list) }

  /// Returns the same; nil if nothing was ever marked.
  ///
  /// - Throws: `APIError` if that is not known.
  private func fetchMarker(_ list: Marked) async throws(APIError) -> String? {
    guard memory.state.withLock({ $0.lacksMarkers != true }) else {
      throw .status(404, message: nil)
    }
    do throws(APIError) {
      let found = try await web.answer(
        "/api/v1/markers?timeline%5B%5D=\(list.rawValue)", as: [String: Marker].self)
      return found[list.rawValue]?.last?.safe
    } catch {
      if error.isUnknownCall { memory.state.withLock { $0.lacksMarkers = true } }
      throw error
    }
  }

  /// Returns whether an ID is newer than another one, as all servers with markers make them: longer numbers, or letters
  /// of one length that rise.
  static func isAfter(_ id: String, _ other: String?) -> Bool {
    guard let other else { return true }
    return (id.utf8.count, id) > (other.utf8.count, other)
  }

  /// Keeps up to which ID the user has read a list; where it can't be kept, nothing is said.
  func mark(_ list: Marked, _ id: String) async {
    guard memory.state.withLock({ $0.lacksMarkers != true }) else { return }
    _ = try? await web.send(
      [QueryItem("\(list.rawValue)[last_read_id]", id)], to: "/api/v1/markers")
  }
}
