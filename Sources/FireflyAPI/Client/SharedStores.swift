import Foundation
import FoundationNetworking

/// The cookies and the cache that URLSession shares among all sessions, and that Firefly never uses.
///
/// On Linux they are made with the first session, whatever its configuration says, and make folders
/// for themselves in the user's home: one for the cache, and one for cookies that has the name of the
/// folder that the program is in.
public enum SharedStores {
  /// Makes them now, so that they leave no folders behind.
  ///
  /// Changes the environment for a moment: call it before there are threads, and before any session.
  public static func keepOffDisk() {
    // Where there can't be a folder, the cache does without one.
    URLCache.shared = URLCache(memoryCapacity: 0, diskCapacity: 0, diskPath: "/dev/null")
    guard let program = programFolder else { return }
    let before = ProcessInfo.processInfo.environment["XDG_DATA_HOME"]
    // Cookies are content with a folder that is already there: the program's own.
    setenv("XDG_DATA_HOME", program.deletingLastPathComponent().path, 1)
    _ = HTTPCookieStorage.shared
    if let before { setenv("XDG_DATA_HOME", before, 1) } else { unsetenv("XDG_DATA_HOME") }
  }

  /// The folder that cookies are named after; nil if its name would be cut to that of another one.
  private static var programFolder: URL? {
    let folder = URL(fileURLWithPath: Bundle.main.bundlePath)
    return folder.pathExtension.isEmpty && folder.path != "/" ? folder : nil
  }
}
