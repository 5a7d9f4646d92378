import FireflyApp
import FireflyCore
import Foundation

/// Where one was on a server, on the disk.
public struct PositionsFile: Sendable {
  /// Bytes of a file that is read.
  private static let maximumBytes = 1 << 20

  private let file: PrivateFile
  private let server: String

  /// The file of a server below the folder of the state.
  ///
  /// - `server`: its name for good.
  public init(state: URL, server: String) {
    self.server = server
    let name = Fingerprint.name(of: Array(server.utf8)) + ".json"
    file = PrivateFile(url: state.appendingPathComponent("places").appendingPathComponent(name))
  }

  /// Where one was; nil if that isn't known.
  public func read() -> SavedPositions? {
    guard let data = try? file.read(maximumBytes: Self.maximumBytes),
      let content = try? JSONDecoder().decode(Content.self, from: data), content.server == server
    else { return nil }
    return content.places
  }

  /// Saves the positions; errors are ignored, because no text is lost.
  public func write(_ places: SavedPositions) {
    guard let data = try? JSONEncoder().encode(Content(server: server, places: places)),
      data.count <= Self.maximumBytes
    else { return }
    try? file.replace(with: data, isLasting: false)
  }

  /// Forgets where one was.
  public func remove() { try? file.remove() }

  private struct Content: Codable {
    let server: String
    let places: SavedPositions
  }
}
