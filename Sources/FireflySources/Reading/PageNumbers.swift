import Synchronization

/// The page of a list that a post was on, for services with numbered pages.
final class PageNumbers: Sendable {
  private let pages = Mutex<[Key: Int]>([:])

  private struct Key: Hashable {
    let list: String
    let last: Int
  }

  /// Returns the page after the one that ends with a post; 1 for the beginning, nil if unknown.
  func page(of list: String, after last: Int?) -> Int? {
    guard let last else { return 1 }
    return pages.withLock { $0[Key(list: list, last: last)] }.map { $0 + 1 }
  }

  /// Records the page of loaded posts.
  func record(_ nodes: [SourceNode], page: Int, of list: String) {
    pages.withLock { pages in
      if pages.count > 50_000 { pages = [:] }
      for node in nodes { pages[Key(list: list, last: node.id)] = page }
    }
  }
}
