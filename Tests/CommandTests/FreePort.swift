import Foundation
import Testing

/// Ports for programs that can't choose one themselves.
enum FreePort {
  /// A port that nothing listens at just now.
  static func any() throws -> Int {
    let file = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    defer { close(file) }
    var place = sockaddr_in()
    place.sin_family = sa_family_t(AF_INET)
    place.sin_addr.s_addr = inet_addr("127.0.0.1")
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    let result = withUnsafeMutablePointer(to: &place) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        bind(file, $0, length) == 0 ? getsockname(file, $0, &length) : -1
      }
    }
    try #require(result == 0)
    return Int(UInt16(bigEndian: place.sin_port))
  }
}
