import Foundation

/// Bare connections to ports of this machine, for what no decent client would send.
package enum LocalSocket {
  /// Connects to a port of 127.0.0.1; nil where nobody listens.
  ///
  /// Whoever asks closes it.
  /// - `source`: the address of this machine that the other end sees.
  package static func connect(to port: Int, from source: String = "127.0.0.1") -> Int32? {
    let file = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    func call(
      _ call: (Int32, UnsafePointer<sockaddr>?, socklen_t) -> Int32, _ host: String, _ port: Int
    ) -> Bool {
      var address = sockaddr_in()
      address.sin_family = sa_family_t(AF_INET)
      address.sin_port = in_port_t(port).bigEndian
      address.sin_addr.s_addr = inet_addr(host)
      return withUnsafePointer(to: &address) { pointer in
        pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
          call(file, $0, socklen_t(MemoryLayout<sockaddr_in>.size)) == 0
        }
      }
    }
    if call(Foundation.bind, source, 0), call(Foundation.connect, "127.0.0.1", port) { return file }
    close(file)
    return nil
  }

  /// Sends text and gives back all that comes until the server hangs up; blocks.
  ///
  /// - `seconds`: of silence after which it gives up.
  /// - Throws: `POSIXError`.
  package static func exchange(_ port: Int, _ text: String, within seconds: Int) throws -> String {
    guard let file = connect(to: port) else { throw POSIXError(.ECONNREFUSED) }
    defer { close(file) }
    var limit = timeval(tv_sec: seconds, tv_usec: 0)
    setsockopt(file, SOL_SOCKET, SO_RCVTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
    // A server may refuse before it has read all: then its words count.
    _ = send(file, text, text.utf8.count, Int32(MSG_NOSIGNAL))
    var all: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = recv(file, &buffer, buffer.count, 0)
      if count == 0 || count < 0 && errno == ECONNRESET { break }
      guard count > 0 else { throw POSIXError(.ETIMEDOUT) }
      all += buffer[..<count]
    }
    return String(decoding: all, as: UTF8.self)
  }
}
