import FireflyCore
import Foundation

/// Temporary searches that could not be deleted from a server; the next search there deletes them.
///
/// A small file for each server, `searches/….json` in the state folder.
package struct LeftoverSearches: Sendable {
  /// A temporary search.
  struct Search: Codable, Hashable {
    /// The author's e-mail.
    let account: String
    /// The text of its title, summary and body.
    let words: String
    /// Its ID; nil if the response was lost.
    let id: Post.ID?
  }

  private struct Contents: Codable {
    let server: SiteID
    var searches: [Search] = []
  }

  private static let maximumBytes = 1 << 20
  /// Maximum number of searches; the oldest are dropped.
  private static let maximumSearches = 100

  private let file: JSONFile<Contents>
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
      file: KeptFile.searches.file(of: server, in: state),
      maximumBytes: Self.maximumBytes,
      loss: { _ in "Temporary searches may stay on the server." }, isOwn: { $0.server == server },
      report: report)
  }

  func all(of account: String) -> [Search] {
    let all = file.read()?.searches ?? []
    return all.filter { PersonID(email: $0.account) == PersonID(email: account) }
  }

  func add(_ search: Search) { write { ($0 + [search]).suffix(Self.maximumSearches) } }

  func remove(_ search: Search) { write { searches in searches.filter { $0 != search } } }

  /// Changes the file, with its lock held: other programs may search at the same time.
  private func write(_ change: ([Search]) -> [Search]) {
    file.keep("Which temporary searches to delete") { contents in
      contents = Contents(server: server, searches: change(contents?.searches ?? []))
    }
  }
}
