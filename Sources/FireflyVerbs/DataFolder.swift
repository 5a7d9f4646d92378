import Foundation

/// The folder of the embedded server's data.
struct DataFolder {
  let path: String
  /// Whether it is the usual one, not named by `--data`.
  let isUsual: Bool

  /// Firefly's own files in it, without the pictures.
  private static let names = [
    "firefly.sqlite", "firefly.sqlite-wal", "firefly.sqlite-shm", "firefly.lock", "words.txt",
    "feeds.txt", uploads,
  ]
  private static let uploads = "uploads"

  /// Returns a sentence if others can read the user's posts; nil if they can't.
  ///
  /// Closes the usual folder, and Firefly's own files in it: an installation into `~/.local` may have
  /// opened them. Only what belongs to the user is changed, by open descriptors.
  func closeToOthers() -> String? {
    let folder = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard folder >= 0 else { return nil }
    defer { close(folder) }
    // Nobody can go through a closed folder.
    guard let mode = Self.mode(of: folder), mode & 0o011 != 0 else { return nil }
    let open = Self.names.compactMap { name in Self.openFile(name, in: folder).map { (name, $0) } }
    defer { for (_, file) in open { close(file) } }
    guard open.contains(where: { Self.mode(of: $0.1).map { $0 & 0o044 != 0 } ?? false }) else {
      return nil
    }
    guard isUsual else {
      return "Other users can read the posts in \(path). To close it: chmod -R go= \(path)"
    }
    for (name, file) in open {
      Self.closeToOthers(file)
      if name == Self.uploads { Self.closePictures(in: file) }
    }
    Self.closeToOthers(folder)
    return "Other users could read the posts in \(path). Firefly has closed it to them."
  }

  private static func closePictures(in folder: Int32) {
    let copy = dup(folder)
    guard copy >= 0, let list = fdopendir(copy) else { return }
    defer { closedir(list) }
    while let entry = readdir(list) {
      let name = withUnsafePointer(to: &entry.pointee.d_name.0) { String(cString: $0) }
      guard name != ".", name != "..", let file = openFile(name, in: folder) else { continue }
      closeToOthers(file)
      close(file)
    }
  }

  /// Opens a file or folder of the user's; nil for others, and for links.
  private static func openFile(_ name: String, in folder: Int32) -> Int32? {
    let file = openat(folder, name, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
    guard file >= 0 else { return nil }
    guard mode(of: file) != nil else {
      close(file)
      return nil
    }
    return file
  }

  /// The permissions of a file or folder of the user's; nil for others.
  private static func mode(of file: Int32) -> mode_t? {
    var status = stat()
    guard fstat(file, &status) == 0, status.st_uid == geteuid(),
      [S_IFREG, S_IFDIR].contains(status.st_mode & S_IFMT)
    else { return nil }
    return status.st_mode & 0o7777
  }

  private static func closeToOthers(_ file: Int32) {
    guard let mode = mode(of: file) else { return }
    fchmod(file, mode & ~0o077)
  }
}
