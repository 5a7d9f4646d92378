import Foundation

/// Sends text through a bare socket and gives back all that comes until the server hangs up, for what
/// no decent client would send; gives up after 10 seconds.
func exchange(_ port: Int, _ text: String) async throws -> String {
  try await withCheckedThrowingContinuation { done in
    // A thread of its own, because it blocks.
    Thread { done.resume(with: Result { try blockingExchange(port, text) }) }.start()
  }
}

private func blockingExchange(_ port: Int, _ text: String) throws -> String {
  let file = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
  defer { close(file) }
  var limit = timeval(tv_sec: 10, tv_usec: 0)
  setsockopt(file, SOL_SOCKET, SO_RCVTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
  var address = sockaddr_in()
  address.sin_family = sa_family_t(AF_INET)
  address.sin_port = in_port_t(port).bigEndian
  address.sin_addr.s_addr = inet_addr("127.0.0.1")
  let isConnected = withUnsafePointer(to: &address) { pointer in
    pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
      connect(file, $0, socklen_t(MemoryLayout<sockaddr_in>.size)) == 0
    }
  }
  guard isConnected else { throw POSIXError(.ECONNREFUSED) }
  _ = send(file, text, text.utf8.count, Int32(MSG_NOSIGNAL))
  var all: [UInt8] = []
  var buffer = [UInt8](repeating: 0, count: 4096)
  while true {
    let count = recv(file, &buffer, buffer.count, 0)
    if count == 0 { break }
    if count < 0 {
      if errno == ECONNRESET { break }
      throw POSIXError(.ETIMEDOUT)
    }
    all += buffer[..<count]
  }
  return String(decoding: all, as: UTF8.self)
}
