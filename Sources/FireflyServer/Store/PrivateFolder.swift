import Foundation

/// A folder that only its user can read.
enum PrivateFolder {
  /// Makes a folder and those above it, as far as they are missing (0700).
  /// - Throws: `StoreError.folder`.
  static func make(_ folder: URL) throws(StoreError) {
    // By the system's own call: Foundation's errors don't say what was wrong.
    if mkdir(folder.path, 0o700) == 0 || errno == EEXIST { return }
    let parent = folder.deletingLastPathComponent()
    if errno == ENOENT, parent.path.count < folder.path.count {
      try make(parent)
      if mkdir(folder.path, 0o700) == 0 || errno == EEXIST { return }
    }
    throw .folder(folder.path, systemError: errno)
  }
}
