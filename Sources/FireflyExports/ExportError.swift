/// Why posts could not be exported; what was written of the export has been removed, unless it says otherwise.
public enum ExportError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The folder has something in it.
  case notEmpty(String)
  /// A file or folder can't be written, for the system's reason.
  case unwritable(String, reason: String)
  /// There is no post of this number.
  case noPost(Int)

  /// The reason as a sentence.
  public var description: String {
    switch self {
    case .notEmpty(let path): "\(path) is not empty. Name a new folder, or an empty one."
    case .unwritable(let path, let reason): "\(path): \(reason)"
    case .noPost(let id): "No post \(id)."
    }
  }
}

/// What an export has written.
public struct ExportReport: Hashable, Sendable {
  /// Posts.
  public var posts = 0
  /// Pictures.
  public var pictures = 0
  /// The uploads that posts name but the server does not have.
  public var missing: [String] = []
}
