import FireflyCore
import Foundation

/// Temporary searches that could not be removed from a server: the next search there removes them.
///
/// A small file for each server, `searches/….json` in the folder of the state.
public struct LeftoverSearches: Sendable {
  /// A search that was made for a moment only.
  struct Search: Codable, Hashable {
    /// The e-mail of its author.
    let account: String
    /// Its title, its query and its details.
    let words: String
    /// Its number; nil if the answer that had it was lost.
    let id: Post.ID?
  }

  private struct Contents: Codable {
    let server: String
    var searches: [Search] = []
  }

  private static let maximumBytes = 1 << 20
  /// The oldest are forgotten.
  private static let maximumSearches = 100

  private let file: PrivateFile
  private let server: String

  /// Those of a server, below the folder of the state.
  ///
  /// - `server`: the server's name for good.
  public init(state: URL, server: String) {
    self.server = server
    let name = Fingerprint.name(of: Array(server.utf8)) + ".json"
    file = PrivateFile(url: state.appendingPathComponent("searches").appendingPathComponent(name))
  }

  /// Those of an account.
  func all(of account: String) -> [Search] {
    read().searches.filter { $0.account.lowercased() == account.lowercased() }
  }

  /// Notes a search that is left.
  func add(_ search: Search) { write { ($0 + [search]).suffix(Self.maximumSearches) } }

  /// Forgets a search that is gone.
  func remove(_ search: Search) { write { searches in searches.filter { $0 != search } } }

  /// Forgets all of them.
  public func removeAll() { try? file.remove() }

  private func read() -> Contents {
    guard let data = try? file.read(maximumBytes: Self.maximumBytes),
      let contents = try? JSONDecoder().decode(Contents.self, from: data), contents.server == server
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
