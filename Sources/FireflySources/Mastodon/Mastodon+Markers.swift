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
