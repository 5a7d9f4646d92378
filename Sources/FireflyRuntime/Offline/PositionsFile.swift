import FireflyApp
import FireflyCore
import Foundation

/// The file with the last positions on a server.
public struct PositionsFile: Sendable {
  /// Maximum bytes of the file.
  private static let maximumBytes = 1 << 20

  private let file: PrivateFile
  private let server: String

  /// Creates a value for a server.
  ///
  /// - Parameters:
  ///   - state: the state folder.
  ///   - server: the permanent ID of the server.
  public init(state: URL, server: String) {
    self.server = server
    file = PrivateFile(of: server, in: state.appendingPathComponent("places"))
  }

  /// Returns the saved positions; nil for none.
  public func read() -> SavedPositions? {
    let content = file.decoded(Content.self, maximumBytes: Self.maximumBytes)
    return content?.server == server ? content?.places : nil
  }

  /// Saves the positions; errors are ignored, because no text is lost.
  public func write(_ places: SavedPositions) {
    guard let data = try? JSONEncoder().encode(Content(server: server, places: places)),
      data.count <= Self.maximumBytes
    else { return }
    try? file.replace(with: data, isLasting: false)
  }

  /// Removes the file.
  public func remove() { try? file.remove() }

  private struct Content: Codable {
    let server: String
    let places: SavedPositions
  }
}
