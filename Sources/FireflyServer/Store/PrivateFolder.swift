import Foundation

/// Folders that only the current user can read.
enum PrivateFolder {
  /// Creates a folder and its missing parents, with mode 0700.
  /// - Throws: `StoreError.folder`.
  static func make(_ folder: URL) throws(StoreError) {
    // By system call, because Foundation's errors hide the reason.
    if mkdir(folder.path, 0o700) == 0 || errno == EEXIST { return }
    let parent = folder.deletingLastPathComponent()
    if errno == ENOENT, parent.path.count < folder.path.count {
      try make(parent)
      if mkdir(folder.path, 0o700) == 0 || errno == EEXIST { return }
    }
    throw .folder(folder.path, systemError: errno)
  }
}
