import Synchronization

/// On which page of a list a post was, for services that count pages.
final class PageNumbers: Sendable {
  private let pages = Mutex<[Key: Int]>([:])

  private struct Key: Hashable {
    let list: String
    let last: Int
  }

  /// The page after the one with a post at its end; 1 for the beginning, nil if that isn't known.
  func page(of list: String, after last: Int?) -> Int? {
    guard let last else { return 1 }
    return pages.withLock { $0[Key(list: list, last: last)] }.map { $0 + 1 }
  }

  /// Notes the page of the posts that came last.
  func record(_ nodes: [SourceNode], page: Int, of list: String) {
    pages.withLock { pages in
      if pages.count > 50_000 { pages = [:] }
      for node in nodes { pages[Key(list: list, last: node.id)] = page }
    }
  }
}
