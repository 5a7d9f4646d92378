import FireflyCore
import FireflyTransfer

extension SQLSession {
  /// Returns a document in which posts with the name of another one and other words are posts of their own.
  ///
  /// A note that was copied as a template has the number of the first one. The one that is stored here keeps the name.
  /// - Returns: the document; nil if it has no such posts.
  /// - Throws: the error of a statement.
  func separatingCopies(in document: ImportDocument) throws -> ImportDocument? {
    // Of a large document the sources themselves would take much memory.
    var seen: Set<Int> = []
    var shared: [PostSource: [Int]] = [:]
    for source in document.items.lazy.compactMap(\.source) where source.isOfServer {
      if !seen.insert(source.hashValue).inserted { shared[source] = [] }
    }
    guard !shared.isEmpty else { return nil }
    for (index, item) in document.items.enumerated() {
      if let source = item.source { shared[source]?.append(index) }
    }
    let stored = try storedPosts(of: Array(shared.keys))
    var result = document
    for (source, indices) in shared {
      let words = indices.map { document.items[$0].words }
      guard Set(words).count > 1 else { continue }
      var original: Int? = 0
      if let post = stored[source] {
        original =
          words.firstIndex(of: post.words(of: [])) ?? words.firstIndex { $0[0] == post.title }
      }
      for (index, own) in zip(indices, words) where original.map({ words[$0] != own }) ?? true {
        result.nameCopy(at: index, own)
        guard let original = original.map({ indices[$0] }), result.items[original].id == nil else {
          continue
        }
        (result.items[original].id, result.items[index].id) = (result.items[index].id, nil)
      }
    }
    return result
  }

  /// Returns the posts that have sources, those of this server, too.
  private func storedPosts(of sources: [PostSource]) throws -> [PostSource: Post] {
    var stored = try posts(of: sources).mapValues(\.post)
    guard let server = try setting("id") else { return stored }
    for post in try posts(sources.compactMap { $0.number(at: server) }).values {
      if let source = post.source(at: server), sources.contains(source) { stored[source] = post }
    }
    return stored
  }
}

extension ImportedPost {
  /// Its texts as they are compared with stored ones: links to files lead elsewhere there.
  fileprivate var words: [String] {
    Post(id: 0, title: title, summary: summary ?? "", body: body).storable.words(of: [])
  }
}

extension ImportDocument {
  /// Names a copy by its file, or else by its words.
  fileprivate mutating func nameCopy(at index: Int, _ words: [String]) {
    if let place {
      let steps = FileKey.Steps([items[index].place])
      items[index].fileSteps = steps
      items[index].source = PostSource(
        name: PostSource.file, key: steps.key(in: place, below: nil))
    } else if let source = items[index].source {
      let digest = FileKey.key(source.key, words.joined(separator: "\u{0}"))
      items[index].source = PostSource(name: source.name, key: "\(source.key)#\(digest)")
    }
  }
}
