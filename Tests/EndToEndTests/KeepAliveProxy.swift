import Eventually
import FireflyPrograms
import Foundation
import TerminalHarness

/// nginx in front of a server: it keeps connections alive, and its worker can be killed.
final class KeepAliveProxy {
  /// Where nginx is; nil where it is not installed.
  static let program = ["/usr/sbin/nginx", "/usr/local/sbin/nginx", "/usr/bin/nginx"]
    .first { FileManager.default.isExecutableFile(atPath: $0) }

  let address: String
  private let home: TemporaryHome
  private let master: ChildProgram

  /// Starts nginx and waits until it answers.
  ///
  /// - Parameter server: the address of the server behind it.
  /// - Throws: `TerminalError` and what starting a process throws.
  init(before server: String) throws {
    home = try TemporaryHome()
    let socket = try Self.boundSocket()
    let port = socket.port
    close(socket.file)
    let folder = home.path
    let file = try home.write(
      """
      daemon off; worker_processes 1; pid \(folder)/pid; error_log \(folder)/errors;
      \(getuid() == 0 ? "user root;" : "")
      events {}
      http {
        access_log off; keepalive_timeout 60s;
        client_body_temp_path \(folder)/1; proxy_temp_path \(folder)/2;
        fastcgi_temp_path \(folder)/3; uwsgi_temp_path \(folder)/4; scgi_temp_path \(folder)/5;
        server {
          listen 127.0.0.1:\(port);
          location / { proxy_pass \(server); proxy_set_header Host 127.0.0.1; }
        }
      }
      """, to: "nginx.conf")
    master = home.process([Self.program ?? "nginx", "-c", file, "-e", "\(folder)/errors"])
    master.standardError = FileHandle.nullDevice
    try master.run()
    address = "http://127.0.0.1:\(port)"
    let ping = ["curl", "-s", "--max-time", "5", "\(address)/api/ping"]
    _ = try eventuallyBlocking { try home.run(ping).output.contains("ok") }
  }

  deinit {
    let last = self.worker
    kill(master.processIdentifier, SIGKILL)
    if let last { kill(last, SIGKILL) }
    master.waitUntilExit()
  }

  /// Kills the process that has the connections; nginx starts another one.
  func killWorker() {
    if let worker { kill(worker, SIGKILL) }
  }

  private var worker: Int32? {
    let id = master.processIdentifier
    let children = try? String(contentsOfFile: "/proc/\(id)/task/\(id)/children", encoding: .utf8)
    return children?.split(separator: " ").first.flatMap { Int32($0) }
  }

  private static func boundSocket() throws -> (file: Int32, port: Int) {
    let file = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    var place = sockaddr_in()
    place.sin_family = sa_family_t(AF_INET)
    place.sin_addr.s_addr = inet_addr("127.0.0.1")
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    let result = withUnsafeMutablePointer(to: &place) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        bind(file, $0, length) == 0 ? getsockname(file, $0, &length) : -1
      }
    }
    guard result == 0 else { throw POSIXError(.EADDRNOTAVAIL) }
    return (file, Int(UInt16(bigEndian: place.sin_port)))
  }
}
