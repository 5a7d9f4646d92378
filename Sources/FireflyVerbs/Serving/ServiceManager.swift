import FireflyHTTP
import Foundation

/// The service manager that has started this program, such as systemd: it may pass a socket, and wants to
/// know when the server is ready.
///
/// - SeeAlso: sd_listen_fds(3), sd_notify(3).
struct ServiceManager {
  /// The first descriptor that a service manager passes.
  private static let firstDescriptor: Int32 = 3

  /// The socket to listen on; nil if none was passed.
  let socket: HTTPAddress?
  private let notifications: String?

  /// Reads the variables of the service manager, and removes them, so that programs that the server
  /// starts don't get them.
  ///
  /// - Throws: `Failure` if it passes several sockets.
  init(_ environment: [String: String] = VerbEnvironment.process.variables) throws(Failure) {
    for name in ["LISTEN_PID", "LISTEN_FDS", "LISTEN_FDNAMES", "NOTIFY_SOCKET"] { unsetenv(name) }
    notifications = environment["NOTIFY_SOCKET"]
    // The variables may be meant for a parent of this process.
    let count =
      environment["LISTEN_PID"] == String(getpid())
      ? environment["LISTEN_FDS"].flatMap { Int($0) } ?? 0 : 0
    guard count <= 1 else {
      throw Failure("The service manager passes \(count) sockets; Firefly listens on one.")
    }
    if count == 1 { _ = fcntl(Self.firstDescriptor, F_SETFD, FD_CLOEXEC) }
    socket = count == 1 ? .inherited(descriptor: Self.firstDescriptor) : nil
  }

  /// The server accepts requests.
  func ready() { notify("READY=1") }

  /// The server finishes its last requests.
  func stopping() { notify("STOPPING=1") }

  /// Sends a datagram; without a service manager it does nothing.
  private func notify(_ message: String) {
    guard let notifications, notifications.hasPrefix("/") || notifications.hasPrefix("@") else {
      return
    }
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    var path = Array(notifications.utf8)
    // A leading @ stands for the null byte of an abstract socket.
    if path[0] == UInt8(ascii: "@") { path[0] = 0 }
    guard path.count < MemoryLayout.size(ofValue: address.sun_path) else { return }
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path) }
    let kind = Int32(SOCK_DGRAM.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue)
    let descriptor = Glibc.socket(AF_UNIX, kind, 0)
    guard descriptor >= 0 else { return }
    defer { close(descriptor) }
    let size = MemoryLayout.offset(of: \sockaddr_un.sun_path).map { $0 + path.count } ?? 0
    let bytes = Array(message.utf8)
    withUnsafePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        _ = sendto(descriptor, bytes, bytes.count, Int32(MSG_NOSIGNAL), $0, socklen_t(size))
      }
    }
  }
}
