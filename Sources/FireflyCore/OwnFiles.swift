import Foundation

/// Creates Firefly's own files and folders, which only their owner can read.
///
/// Root may run Firefly with the folder of a service or a user. What root makes there gets the owner of
/// the folder it is in, who could not read it otherwise: by its open descriptor, before it has its name,
/// so that no other file can take its place.
public enum OwnFiles {
  /// Creates a folder.
  ///
  /// - Parameters:
  ///   - path: its path.
  ///   - mode: its mode, as `mkdir` takes it; by default only for its owner.
  /// - Returns: 0, also if there is one; else the number of the error.
  public static func makeFolder(_ path: String, mode: mode_t = 0o700) -> Int32 {
    let problem = makeNewFolder(path, mode: mode)
    return problem == EEXIST ? 0 : problem
  }

  /// Does the same for a folder that must not exist.
  ///
  /// - Returns: 0, or the number of the error.
  public static func makeNewFolder(_ path: String, mode: mode_t = 0o700) -> Int32 {
    guard geteuid() == 0 else { return mkdir(path, mode) == 0 ? 0 : errno }
    let (parent, name) = parent(of: path)
    guard parent >= 0 else { return errno }
    defer { close(parent) }
    guard mkdirat(parent, name, mode) == 0 else { return errno }
    let folder = openat(parent, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
    let problem = folder < 0 ? errno : give(folder, theOwnerOf: parent)
    if folder >= 0 { close(folder) }
    if problem != 0 { unlinkat(parent, name, AT_REMOVEDIR) }
    return problem
  }

  /// Creates a folder and its missing parents with mode 0700.
  ///
  /// - Returns: 0, also if there is one; else the number of the error.
  public static func makeFolders(_ path: String) -> Int32 {
    let problem = makeFolder(path)
    let parent = split(path).folder
    guard problem == ENOENT, parent.utf8.count < path.utf8.count else { return problem }
    let above = makeFolders(parent)
    return above == 0 ? makeFolder(path) : above
  }

  /// Creates a new file.
  ///
  /// - Parameters:
  ///   - path: its path; links are not followed. Others must not rely on a file of this name yet.
  ///   - flags: how to open it, without those that create it.
  ///   - mode: its mode, as `open` takes it; by default only for its owner.
  /// - Returns: a descriptor; −1 with the number of the error in `errno`, such as `EEXIST`.
  public static func create(_ path: String, _ flags: Int32, mode: mode_t = 0o600) -> Int32 {
    let flags = flags | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC
    guard geteuid() == 0 else { return open(path, flags, mode) }
    let (parent, name) = parent(of: path)
    guard parent >= 0 else { return -1 }
    let file = openat(parent, name, flags, mode)
    let problem = file < 0 ? errno : give(file, theOwnerOf: parent)
    if file >= 0, problem != 0 {
      close(file)
      unlinkat(parent, name, 0)
    }
    close(parent)
    errno = problem
    return problem == 0 ? file : -1
  }

  /// Opens a file; creates it with mode 0600 if there is none.
  ///
  /// - Parameters:
  ///   - path: its path.
  ///   - flags: how to open it, without those that create it.
  /// - Returns: a descriptor; −1 with the number of the error in `errno`.
  public static func openOrCreate(_ path: String, _ flags: Int32) -> Int32 {
    guard geteuid() == 0 else { return open(path, flags | O_CREAT | O_CLOEXEC, 0o600) }
    let file = open(path, flags | O_CLOEXEC)
    guard file < 0, errno == ENOENT else { return file }
    let new = "\(path).\(UInt64.random(in: 0 ... .max))"
    let created = create(new, O_RDWR)
    guard created >= 0 else { return -1 }
    close(created)
    let isNamed = link(new, path) == 0 || errno == EEXIST
    let problem = errno
    unlink(new)
    guard isNamed else {
      errno = problem
      return -1
    }
    return open(path, flags | O_CLOEXEC)
  }

  /// Flushes a folder, without which a new file may be missing after a power cut.
  ///
  /// Errors are ignored: some file systems don't support it.
  public static func synchronize(_ folder: String) {
    let file = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard file >= 0 else { return }
    fsync(file)
    close(file)
  }

  /// Whether a file is the user's own; for root also a file of the owner of the folder it is in.
  ///
  /// - Parameters:
  ///   - status: the status of the file.
  ///   - path: its path.
  /// - Returns: whether it is.
  public static func isOwn(_ status: stat, at path: String) -> Bool {
    if status.st_uid == geteuid() { return true }
    var folder = stat()
    guard geteuid() == 0, stat(split(path).folder, &folder) == 0 else {
      return false
    }
    return status.st_uid == folder.st_uid
  }

  /// Returns the end of a sentence about a file that the system refuses: the reason, and the owner if
  /// that is another user.
  public static func reason(_ number: Int32, at path: String) -> String {
    let reason = String(cString: strerror(number))
    var link = stat()
    if number == ENOTDIR || number == ELOOP, lstat(path, &link) == 0,
      link.st_mode & S_IFMT == S_IFLNK
    {
      return "it is a link of \(userName(link.st_uid))"
    }
    guard number == EACCES || number == EPERM else { return reason }
    // What does not exist, or is in a folder that can't be searched, is refused by the folder's owner.
    var (place, status) = (path, stat())
    while lstat(place, &status) != 0 {
      guard errno == EACCES || errno == ENOENT, place != split(place).folder else { return reason }
      place = split(place).folder
    }
    guard status.st_uid != geteuid() else { return reason }
    let subject = place == path ? "it" : place
    return "\(reason); \(subject) belongs to \(userName(status.st_uid))"
  }

  /// Returns the name of a user of this machine, or the number.
  public static func userName(_ number: uid_t) -> String {
    var entry = passwd()
    var found: UnsafeMutablePointer<passwd>?
    var buffer = [CChar](repeating: 0, count: 4_096)
    guard getpwuid_r(number, &entry, &buffer, buffer.count, &found) == 0, found != nil,
      let name = entry.pw_name
    else { return "user \(number)" }
    return String(cString: name)
  }

  /// Opens the folder that a path is in.
  ///
  /// - Returns: a descriptor, −1 with `errno`; and the last name of the path.
  private static func parent(of path: String) -> (folder: Int32, name: String) {
    let (folder, name) = split(path)
    let flags = O_RDONLY | O_DIRECTORY | O_CLOEXEC
    let opened = open(folder, flags | O_NOFOLLOW)
    // Root follows its own links only.
    var link = stat()
    guard opened < 0, errno == ELOOP || errno == ENOTDIR, lstat(folder, &link) == 0,
      link.st_uid == geteuid()
    else { return (opened, name) }
    return (open(folder, flags), name)
  }

  /// Splits a path into the folder that it is in and its last name.
  ///
  /// Foundation's own ends the program for the path `.`.
  public static func split(_ path: String) -> (folder: String, name: String) {
    var path = path[...]
    while path.utf8.count > 1, path.hasSuffix("/") { path.removeLast() }
    guard let slash = path.lastIndex(of: "/") else { return (".", String(path)) }
    let folder = path[..<slash]
    return (folder.isEmpty ? "/" : String(folder), String(path[slash...].dropFirst()))
  }

  /// Gives a new file or folder the owner of the folder that it is in; returns 0 or the number of the
  /// error.
  private static func give(_ file: Int32, theOwnerOf folder: Int32) -> Int32 {
    var (mine, owner) = (stat(), stat())
    guard fstat(file, &mine) == 0, fstat(folder, &owner) == 0 else { return errno }
    // Another one may have taken the place of a new folder.
    guard mine.st_uid == geteuid() else { return EPERM }
    guard owner.st_uid != mine.st_uid else { return 0 }
    return fchown(file, owner.st_uid, owner.st_gid) == 0 ? 0 : errno
  }
}
