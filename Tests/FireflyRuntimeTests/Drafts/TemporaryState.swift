import Foundation

@testable import FireflyClient

/// A folder of the state that goes with the test.
final class TemporaryState: Sendable {
  let state = FileManager.default.temporaryDirectory
    .appendingPathComponent("firefly-drafts-\(UUID().uuidString)")

  var folder: DraftFolder { DraftFolder(state: state) }

  deinit { try? FileManager.default.removeItem(at: state) }

  /// The names of the files beside the locks.
  func files() throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: folder.folder.path)
      .filter { !$0.hasSuffix(".lock") }.sorted()
  }

  /// Puts a file among the drafts.
  func put(_ text: String, as name: String) throws {
    try FileManager.default.createDirectory(
      at: folder.folder, withIntermediateDirectories: true)
    try Data(text.utf8).write(to: folder.folder.appendingPathComponent(name))
  }
}
