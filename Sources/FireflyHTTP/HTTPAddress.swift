internal import Foundation

/// The address that a server listens on.
package enum HTTPAddress: Hashable, Sendable {
  /// An address of this machine, or `localhost`; port 0 takes a free one.
  case tcp(host: String, port: Int)
  /// A socket in the file system, at a path of at most 107 bytes.
  case unixSocket(path: String)
  /// A socket that a service manager has opened; it is closed with the server.
  case inherited(descriptor: Int32)
}

extension HTTPAddress {
  /// The address itself; of an inherited socket, the one that it is bound to.
  package var resolved: HTTPAddress {
    guard case .inherited(let descriptor) = self else { return self }
    var storage = sockaddr_storage()
    var size = socklen_t(MemoryLayout<sockaddr_storage>.size)
    return withUnsafeMutablePointer(to: &storage) { storage in
      storage.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
        guard getsockname(descriptor, address, &size) == 0 else { return self }
        guard address.pointee.sa_family != sa_family_t(AF_UNIX) else {
          return .unixSocket(path: Self.path(UnsafeRawPointer(address), size))
        }
        var (host, port) = ([CChar](repeating: 0, count: 64), [CChar](repeating: 0, count: 8))
        let flags = NI_NUMERICHOST | NI_NUMERICSERV
        guard
          getnameinfo(
            address, size, &host, socklen_t(host.count), &port, socklen_t(port.count), flags) == 0
        else { return self }
        return .tcp(host: Self.text(host), port: Int(Self.text(port)) ?? 0)
      }
    }
  }

  private static func path(_ address: UnsafeRawPointer, _ size: socklen_t) -> String {
    let bytes = UnsafeRawBufferPointer(start: address, count: Int(size))
    let offset = MemoryLayout<sockaddr_un>.offset(of: \.sun_path) ?? 2
    return String(decoding: bytes.dropFirst(offset).prefix { $0 != 0 }, as: UTF8.self)
  }

  private static func text(_ characters: [CChar]) -> String {
    String(decoding: characters.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
  }
}

/// Why a server could not listen.
package enum HTTPListenError: Error, Hashable, Sendable {
  /// Another program is listening there.
  case addressTaken
  /// The host is not an address of this machine, the port needs privileges, or the path is too
  /// long; the reason completes a sentence.
  case unusable(reason: String)
}
