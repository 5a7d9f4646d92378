import FireflyCore
import FireflyStore

/// Why an export failed.
///
/// Its files have been removed, unless the sentence says otherwise.
package enum ExportError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The folder is not empty.
  case notEmpty(String)
  /// A file or folder can't be written, for the system's reason.
  case unwritable(String, reason: String)
  /// There is no post with this ID.
  case noPost(Int)

  /// The reason as a sentence.
  package var description: String {
    switch self {
    case .notEmpty(let path): "\(path) is not empty. Name a new folder, or an empty one."
    case .unwritable(let path, let reason): "\(path) can't be written: \(reason)."
    case .noPost(let id): "No post \(id)."
    }
  }
}

/// The result of an export.
package struct ExportReport: Hashable, Sendable {
  /// The number of posts.
  package var posts = 0
  /// The number of pictures.
  package var pictures = 0
  /// The profiles, saved searches and deleted posts among the posts.
  package private(set) var people = 0
  package private(set) var searches = 0
  package private(set) var deleted = 0
  /// The saved searches that are left out: they find nothing on paper.
  package var leftOut = 0
  /// The pictures that stand in several places, for each place after the first.
  package var copies = 0

  /// Counts a post that was written.
  mutating func count(_ post: Post) {
    posts += 1
    switch post.template {
    case .profile: people += 1
    case .query: searches += 1
    case .deleted: deleted += 1
    default: break
    }
  }

  /// What the numbers don't say, as a sentence; nil for nothing.
  package var remark: String? {
    func words(_ counts: [(Int, String, String)]) -> String {
      counts.filter { $0.0 > 0 }.map { Counted.words($0.0, $0.1, $0.2) }.joined(separator: ", ")
    }
    let among = words([
      (people, "profile", "profiles"), (searches, "saved search", "saved searches"),
      (deleted, "deleted post", "deleted posts"),
    ])
    let copied = words([(copies, "picture is a copy", "pictures are copies")])
    let searchesOut = words([(leftOut, "saved search", "saved searches")])
    let parts = [
      among.isEmpty ? "" : "Among the posts: \(among).",
      leftOut == 0 ? "" : "Left out: \(searchesOut), which find nothing there.",
      copies == 0
        ? "" : "\(copied): each post has its own.",
    ]
    let text = parts.filter { !$0.isEmpty }.joined(separator: " ")
    return text.isEmpty ? nil : text
  }
  /// The uploads that posts name but the server does not have.
  package var missing: [String] = []
  /// Why other uploads could not be read, a sentence each: the export is incomplete.
  package var unreadable: [String] = []

  /// Returns a picture; records one that is missing or can't be read, and returns nil.
  ///
  /// - Throws: `StoreError` for other failures.
  mutating func picture(
    _ name: String, from storage: any PictureStorage, isLast: Bool = true
  ) async throws -> PictureFile? {
    do throws(StoreError) {
      if let file = try await storage.picture(name) { return file }
      if isLast { missing.append(name) }
    } catch {
      guard case .folder = error else { throw error }
      if isLast { unreadable.append(error.description) }
    }
    return nil
  }
  /// Pictures that were left out because their metadata can't be removed.
  package var damaged: [String] = []
}
