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
