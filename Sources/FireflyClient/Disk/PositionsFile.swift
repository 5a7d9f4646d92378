import FireflyCore
import FireflyModel
import Foundation

/// The file with the last positions on a server.
package struct PositionsFile: Sendable {
  /// Maximum bytes of the file.
  private static let maximumBytes = 1 << 20

  private let file: JSONFile<Content>
  private let server: SiteID

  /// Creates a value for a server.
  ///
  /// - Parameters:
  ///   - state: the state folder.
  ///   - server: the permanent ID of the server.
  ///   - report: receives a sentence if the file can't be used.
  package init(state: URL, server: SiteID, report: @escaping FileReport = { _ in }) {
    self.server = server
    file = JSONFile(
      file: KeptFile.places.file(of: server, in: state),
      maximumBytes: Self.maximumBytes,
      loss: { _ in "Firefly starts at the top level." }, isOwn: { $0.server == server },
      isLasting: false, report: report)
  }

  /// Returns the saved positions; nil for none.
  package func read() -> SavedPositions? { file.read()?.places }

  /// Saves the positions.
  package func write(_ places: SavedPositions) {
    file.keep("Where you are") { $0 = Content(server: server, places: places) }
  }

  private struct Content: Codable {
    let server: SiteID
    let places: SavedPositions
  }
}
