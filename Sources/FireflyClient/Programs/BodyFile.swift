import FireflyCore
import Foundation
import Synchronization

/// The text of a post in a file for a command of the user's, which is there until the command ends.
package struct BodyFile: Sendable {
  private static let prefix = "firefly-body-"
  /// The files of this process.
  private static let open = Mutex<Set<String>>([])

  /// The path.
  package let path: String

  /// Writes a text to a new file that only the user can read, and removes what a killed Firefly has left.
  package init(_ text: String) throws(SystemProblem) {
    let folder = FileManager.default.temporaryDirectory
    Self.sweep(folder.path)
    let file = folder.appendingPathComponent("\(Self.prefix)\(getpid())-\(UUID().uuidString).md")
    path = file.path
    try PrivateFile(url: file).replace(with: Data(text.utf8), isLasting: false)
    Self.open.withLock { [path] in _ = $0.insert(path) }
  }

  /// Removes it.
  package func remove() {
    unlink(path)
    Self.open.withLock { [path] in _ = $0.remove(path) }
  }

  /// Removes all of this process, because Firefly ends.
  package static func removeAll() {
    open.withLock { files in
      files.forEach { unlink($0) }
      files = []
    }
  }

  /// Removes the files of processes that are gone.
  private static func sweep(_ folder: String) {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    for name in names where name.hasPrefix(prefix) {
      let number = name.dropFirst(prefix.count).prefix { $0.isNumber }
      guard let process = pid_t(number), kill(process, 0) != 0, errno == ESRCH else { continue }
      unlink(folder + "/" + name)
    }
  }
}
