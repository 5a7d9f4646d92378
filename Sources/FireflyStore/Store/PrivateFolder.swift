import FireflyCore
import Foundation

/// Folders that only the current user can read.
enum PrivateFolder {
  /// Creates a folder and its missing parents, with mode 0700.
  static func make(_ folder: URL) throws(StoreError) {
    let problem = OwnFiles.makeFolders(folder.path)
    guard problem == 0 else { throw .folder(folder.path, systemError: problem) }
  }
}
