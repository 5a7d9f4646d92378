import FireflyCore
import FireflySources
import FireflyTransfer
import Foundation

extension SourceThread {
  /// Converts the thread to posts for an import, as those of a file that the source makes of it.
  package func converted(from source: SourceAddress) throws(ImportError) -> Conversion {
    let name = source.kind.importName?(source)
    return try ForeignTree(items, from: source.kind, named: name).converted()
  }
}

extension SourceFile {
  /// Converts files of a service.
  static func convert(
    _ documents: [Data], of kind: SourceKind, withPrivate isPrivate: Bool = false
  ) throws(ImportError) -> Conversion {
    for data in documents {
      guard data.count <= JSONTree.maxBytes else { throw .tooLarge(limit: JSONTree.maxBytes) }
      // The decoder leaves out texts that are damaged; the whole file is to be refused.
      if String(validating: data, as: UTF8.self) == nil || data.hasEscapedSurrogate {
        _ = try JSONTree(data)
      }
    }
    let file: SourceFile
    do {
      file = try SourceFile(documents, of: kind, withPrivate: isPrivate)
    } catch let problem as SourceFile.Problem {
      throw .damaged(place: "document", reason: problem.reason)
    } catch {
      for data in documents { _ = try JSONTree(data) }
      throw ImportError(notJSON: documents.first ?? Data())
    }
    var tree = ForeignTree(file.items, from: kind)
    tree.conversion.missing = file.missing
    tree.conversion.unresolvedLinks = file.unresolved
    (tree.conversion.copies, tree.conversion.skipped) = (file.copies, file.skipped)
    return try tree.converted()
  }
}

extension Data {
  /// Whether it has an escape such as `\ud83d`, which may lack its other half.
  fileprivate var hasEscapedSurrogate: Bool {
    firstRange(of: Data("\\ud".utf8)) != nil || firstRange(of: Data("\\uD".utf8)) != nil
  }
}

extension ForeignTree {
  fileprivate init(_ items: [SourceItem], from kind: SourceKind, named name: String? = nil) {
    self.init(name ?? kind.rawValue)
    let (keys, places) = (Set(items.compactMap(\.parent)), Set(items.compactMap(\.above)))
    posts = items.enumerated().map { index, item in
      var post = item.post
      // A copy has its author, and counts the replies that come with it.
      post.restate {
        $0.author = nil
        if places.contains(index) || item.key.map(keys.contains) == true { $0.replies = nil }
      }
      var kept = ImportedPost(
        title: post.title, summary: post.summary.isEmpty ? nil : post.summary, key: item.key,
        parentKey: item.parent, parent: item.above)
      kept.source = item.address.flatMap { PostSource(name: source, key: $0) }
      (kept.body, kept.authorName, kept.createdAt) = (post.body, post.authorName, post.createdAt)
      if kind == .mastodon { kept.authorEmail = post.authorEmail.map(MastodonArchive.address) }
      (kept.imageURL, kept.pages) = (post.imageURL, item.pages)
      kept.isDeleted = item.isDeleted
      return kept
    }
  }
}
