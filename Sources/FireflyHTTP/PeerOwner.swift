internal import Foundation
import Synchronization

/// Finds the owner of the other end of a connection in the kernel's tables of TCP sockets.
///
/// Reading such a table takes milliseconds, so each connection is looked up once.
package final class PeerOwner: Sendable {
  /// Maximum number of remembered connections.
  private static let maximum = 64

  private let user: uid_t
  private let verdicts = Mutex<[Int: Bool]>([:])

  /// Creates a check for connections of the current user.
  package convenience init() { self.init(of: geteuid()) }

  /// Creates a check for connections of a user.
  init(of user: uid_t) { self.user = user }

  /// Returns whether the other end of a request's connection belongs to the user; false if unknown.
  package func owns(_ request: HTTPRequest) -> Bool {
    guard case .network("127.0.0.1") = request.peer, let ports = request.ports else {
      return false
    }
    if let known = verdicts.withLock({ $0[request.connection] }) { return known }
    let isOwn = Self.owner(ofPort: ports.peer, to: ports.own) == user
    verdicts.withLock { verdicts in
      verdicts[request.connection] = isOwn
      if verdicts.count > Self.maximum, let oldest = verdicts.keys.min() { verdicts[oldest] = nil }
    }
    return isOwn
  }

  /// Returns the owner of the socket that connects one port of 127.0.0.1 to another; nil if there is
  /// none.
  static func owner(ofPort port: Int, to other: Int) -> uid_t? {
    for table in [SocketTable.tcp, .tcp6] {
      guard let file = FileHandle(forReadingAtPath: table.path) else { continue }
      var rest: [UInt8] = []
      while let bytes = try? file.read(upToCount: 1 << 16), !bytes.isEmpty {
        rest += bytes
        let lines = rest.split(separator: 0x0A, omittingEmptySubsequences: false)
        for line in lines.dropLast() {
          let line = String(decoding: line, as: UTF8.self)
          if let owner = table.owner(in: line, from: port, to: other) { return owner }
        }
        rest = Array(lines.last ?? [])
      }
    }
    return nil
  }
}

/// A table of TCP sockets of the kernel.
enum SocketTable {
  /// IPv4 sockets.
  case tcp
  /// IPv6 sockets, which can be connected to IPv4 addresses.
  case tcp6

  var path: String {
    switch self {
    case .tcp: "/proc/net/tcp"
    case .tcp6: "/proc/net/tcp6"
    }
  }

  /// Returns the owner of the socket in a line, if it connects these ports of 127.0.0.1.
  ///
  /// A closed socket has inode 0 and seems to belong to root: it has no owner.
  func owner(in line: String, from port: Int, to other: Int) -> uid_t? {
    let fields = line.split(separator: " ", maxSplits: 10)
    guard fields.count > 9, fields[1] == place(port), fields[2] == place(other), fields[9] != "0"
    else { return nil }
    return uid_t(fields[7])
  }

  /// Returns a port of 127.0.0.1 in the format of the table: hexadecimal, the address in host byte
  /// order.
  private func place(_ port: Int) -> String {
    let digits = String(port, radix: 16, uppercase: true)
    let address = UInt32(0x7F00_0001).bigEndian
    let words = String(address, radix: 16, uppercase: true)
    let filled = String(repeating: "0", count: 8 - words.count) + words
    let mapped = String(UInt32(0xFFFF).bigEndian, radix: 16, uppercase: true)
    let prefix =
      switch self {
      case .tcp: ""
      case .tcp6:
        String(repeating: "0", count: 16) + String(repeating: "0", count: 8 - mapped.count) + mapped
      }
    return prefix + filled + ":" + String(repeating: "0", count: 4 - digits.count) + digits
  }
}
