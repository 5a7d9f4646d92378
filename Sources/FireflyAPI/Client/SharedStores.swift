import Foundation
import FoundationNetworking

/// The cookies and the cache that URLSession shares among all sessions.
///
/// Firefly uses neither.
///
/// On Linux they are created with the first session, whatever its configuration, and they create
/// folders in the user's home: one for the cache, and one for cookies, named after the program's
/// folder.
package enum SharedStores {
  /// Creates them in a way that leaves no folders behind.
  ///
  /// Changes the environment temporarily: call it before there are threads, and before any session.
  package static func createWithoutFolders() {
    // The cache does without a folder if it can't create one.
    URLCache.shared = URLCache(memoryCapacity: 0, diskCapacity: 0, diskPath: "/dev/null")
    guard let program = programFolder else { return }
    let before = ProcessInfo.processInfo.environment["XDG_DATA_HOME"]
    // The cookie store uses an existing folder: the program's own.
    setenv("XDG_DATA_HOME", program.deletingLastPathComponent().path, 1)
    _ = HTTPCookieStorage.shared
    if let before { setenv("XDG_DATA_HOME", before, 1) } else { unsetenv("XDG_DATA_HOME") }
  }

  /// The folder that cookies are named after; nil if its name would be truncated to another
  /// folder's.
  private static var programFolder: URL? {
    let folder = URL(fileURLWithPath: Bundle.main.bundlePath)
    return folder.pathExtension.isEmpty && folder.path != "/" ? folder : nil
  }
}
