import FireflyCore
import Foundation

/// Temporary searches that could not be deleted from a server; the next search there deletes them.
///
/// A small file for each server, `searches/….json` in the state folder.
public struct LeftoverSearches: Sendable {
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
    let server: String
    var searches: [Search] = []
  }

  private static let maximumBytes = 1 << 20
  /// Maximum number of searches; the oldest are dropped.
  private static let maximumSearches = 100

  private let file: PrivateFile
  private let server: String

  /// Creates a value for a server.
  ///
  /// - Parameters:
  ///   - state: the state folder.
  ///   - server: the permanent ID of the server.
  public init(state: URL, server: String) {
    self.server = server
    file = PrivateFile(of: server, in: state.appendingPathComponent("searches"))
  }

  /// Returns the searches of an account.
  func all(of account: String) -> [Search] {
    read().searches.filter { $0.account.lowercased() == account.lowercased() }
  }

  /// Adds a search.
  func add(_ search: Search) { write { ($0 + [search]).suffix(Self.maximumSearches) } }

  /// Removes a search.
  func remove(_ search: Search) { write { searches in searches.filter { $0 != search } } }

  /// Removes all searches.
  public func removeAll() { try? file.remove() }

  private func read() -> Contents {
    guard let contents = file.decoded(Contents.self, maximumBytes: Self.maximumBytes),
      contents.server == server
    else { return Contents(server: server) }
    return contents
  }

  private func write(_ change: ([Search]) -> [Search]) {
    var contents = read()
    contents.searches = change(contents.searches)
    guard !contents.searches.isEmpty else { return removeAll() }
    guard let data = try? JSONEncoder().encode(contents) else { return }
    try? file.replace(with: data)
  }
}
