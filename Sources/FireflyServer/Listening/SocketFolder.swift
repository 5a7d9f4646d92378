import FireflyCore
import FireflyStore
import Foundation

/// A folder for Unix sockets that no other user can access.
final class SocketFolder: Sendable {
  /// The path of a socket that is not bound yet.
  struct Socket: Sendable {
    /// The path to bind and to connect to, valid in this process.
    let path: String
    /// The path may lead through the folder's descriptor, which must stay open.
    private let folder: SocketFolder

    fileprivate init(_ path: String, in folder: SocketFolder) {
      self.path = path
      self.folder = folder
    }

    func remove() { unlink(path) }
  }

  /// Maximum length of a socket's path in bytes.
  private static let maximumPath = 107
  /// Minimum age in seconds of a stale socket; a younger one may be about to listen.
  private static let minimumAge = 60.0

  private let folder: URL
  private let descriptor: Int32

  /// Opens the folder; creates it if it is missing.
  /// - Throws: `StoreError.folder` if it can't be created, or other users can access it.
  init(_ folder: URL) throws(StoreError) {
    self.folder = folder
    let problem = OwnFiles.makeFolder(folder.path)
    guard problem == 0 else { throw .folder(folder.path, systemError: problem) }
    descriptor = open(folder.path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
    var status = stat()
    guard descriptor >= 0, fstat(descriptor, &status) == 0 else {
      throw .folder(folder.path, systemError: errno)
    }
    // Where it throws, too, `deinit` closes the descriptor.
    guard OwnFiles.isOwn(status, at: folder.path), status.st_mode & 0o077 == 0 else {
      throw .folder(folder.path, reason: "other users may read it")
    }
  }

  deinit { close(descriptor) }

  /// Returns the folders to try, in order: the system's folder for sockets, one beside the data, a
  /// temporary one.
  static func candidates(_ environment: [String: String], data: URL) -> [URL] {
    var folders = [data.appendingPathComponent("run")]
    if let path = environment["XDG_RUNTIME_DIR"], path.hasPrefix("/") {
      folders.insert(URL(fileURLWithPath: path).appendingPathComponent("firefly"), at: 0)
    }
    let temporary = FileManager.default.temporaryDirectory
    return folders + [temporary.appendingPathComponent("firefly-\(geteuid())")]
  }

  /// Returns a new socket with a unique name.
  func newSocket() -> Socket {
    let random = String(UInt32.random(in: 0...UInt32.max), radix: 16)
    return Socket(path(of: "\(getpid())-\(random).sock"), in: self)
  }

  /// Removes the sockets of programs that have ended.
  func removeStale() {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
    for name in names where name.hasSuffix(".sock") {
      Self.removeStale(at: path(of: name), minimumAge: Self.minimumAge)
    }
  }

  /// Removes a socket of a program that has ended.
  ///
  /// - Parameters:
  ///   - path: its path; any other file stays.
  ///   - minimumAge: in seconds.
  static func removeStale(at path: String, minimumAge: Double = 0) {
    var status = stat()
    guard lstat(path, &status) == 0, status.st_mode & S_IFMT == S_IFSOCK,
      Date().timeIntervalSince1970 - Double(status.st_mtim.tv_sec) >= minimumAge,
      isRefused(path)
    else { return }
    unlink(path)
  }

  /// Returns why no socket can have a path, as the end of a sentence; nil if one can.
  static func problem(at path: String) -> String? {
    guard !path.isEmpty else { return "name its path, as in unix:/run/firefly.sock" }
    guard path.utf8.count <= maximumPath else {
      return "the path of a socket has at most \(maximumPath) bytes, this one \(path.utf8.count)"
    }
    var status = stat()
    guard lstat(path, &status) == 0, status.st_mode & S_IFMT != S_IFSOCK else { return nil }
    return "there is something else than a socket; name another path, or remove it first"
  }

  /// Returns the path of a file in the folder; if it is too long for a socket, the path leads
  /// through the folder's descriptor.
  private func path(of name: String) -> String {
    let path = folder.appendingPathComponent(name).path
    return path.utf8.count <= Self.maximumPath ? path : "/proc/self/fd/\(descriptor)/\(name)"
  }

  /// Whether no program is listening on a socket.
  private static func isRefused(_ path: String) -> Bool {
    // Sockets of ours have shorter paths.
    guard path.utf8.count <= maximumPath else { return false }
    let kind = Int32(SOCK_STREAM.rawValue | SOCK_NONBLOCK.rawValue | SOCK_CLOEXEC.rawValue)
    let file = Glibc.socket(AF_UNIX, kind, 0)
    guard file >= 0 else { return false }
    defer { close(file) }
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
    let result = withUnsafePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        connect(file, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
      }
    }
    return result != 0 && errno == ECONNREFUSED
  }
}
