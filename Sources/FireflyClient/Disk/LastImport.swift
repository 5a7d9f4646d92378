import FireflyCore
import Foundation

/// What `firefly import` brought last in a shell, so that the program can take it back: the contents of a file.
package struct LastImport: Codable, Hashable, Sendable {
  /// Seconds for which it can be taken back.
  private static let lifetime = 86_400.0
  private static let maximumBytes = 4 << 20

  private let server: SiteID
  /// The posts that came.
  package let new: [Post.ID]
  /// Number of posts that were there before, and that it has changed.
  package let changed: Int
  private let time: Double

  /// Creates a value.
  ///
  /// - Parameters:
  ///   - new: the posts that came.
  ///   - changed: number of posts that it has changed.
  ///   - server: the user's own server.
  ///   - now: the time.
  package init(_ new: [Post.ID], changed: Int, on server: SiteID, at now: Date) {
    (self.new, self.changed, self.server) = (new, changed, server)
    time = now.timeIntervalSince1970
  }

  /// Keeps it in the state folder; it blocks.
  package func keep(in state: URL, report: @escaping FileReport) {
    Self.file(in: state, report).keep("The last import") { $0 = self }
  }

  /// Returns the last import into a server, once, within a day; it blocks.
  package static func take(
    of server: SiteID, in state: URL, at now: Date, report: @escaping FileReport
  ) -> LastImport? {
    let file = file(in: state, report)
    guard let last = file.read(), last.server == server else { return nil }
    file.file.removeLocked()
    return abs(now.timeIntervalSince1970 - last.time) < lifetime ? last : nil
  }

  private static func file(in state: URL, _ report: @escaping FileReport) -> JSONFile<LastImport> {
    JSONFile(
      file: KeptFile.lastImport.file(in: state), maximumBytes: maximumBytes,
      loss: { _ in "The last import can't be taken back." }, isLasting: false, report: report)
  }
}
