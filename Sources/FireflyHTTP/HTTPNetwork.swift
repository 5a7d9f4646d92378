internal import Foundation

/// An address, a block of addresses such as `10.0.0.0/8`, or all clients of a Unix socket.
package struct HTTPNetwork: Hashable, Sendable, CustomStringConvertible {
  /// The text it was parsed from.
  package let description: String
  /// The first address of the block, whose bits after `bits` are 0; nil for Unix sockets.
  private let start: NetworkAddress?
  private let bits: Int

  /// Parses an address, a block in CIDR notation, or `unix`; nil if invalid.
  package init?(_ text: String) {
    guard text != "unix" else {
      (description, start, bits) = (text, nil, 0)
      return
    }
    let sides = text.split(separator: "/", omittingEmptySubsequences: false)
    guard sides.count <= 2, let address = NetworkAddress(sides[0]) else { return nil }
    // IPv4 addresses are stored as the last part of an IPv6 address.
    let before = address.isIPv4 ? 96 : 0
    var bits = 128
    if sides.count == 2 {
      guard let number = Int(sides[1]), (0...(128 - before)).contains(number) else { return nil }
      bits = before + number
    }
    self.bits = bits
    description = text
    start = address.masked(bits)
  }

  func contains(_ address: NetworkAddress) -> Bool {
    start != nil && address.masked(bits) == start
  }

  /// Whether it stands for all clients of a Unix socket.
  fileprivate var isUnixSocket: Bool { start == nil }
}

extension [HTTPNetwork] {
  /// Returns the client that sent a request: behind trusted proxies, the last forwarded address
  /// that isn't one of them.
  ///
  /// - Parameters:
  ///   - peer: the other end of the connection.
  ///   - forwarded: the values of `X-Forwarded-For`. Values forged by the client come before those
  ///     added by the proxies, and are not reached.
  /// - Returns: the client, or the peer itself if it is not a trusted proxy.
  func sender(_ peer: HTTPPeer, forwarded: @autoclosure () -> [String]) -> HTTPPeer {
    guard contains(peer) else { return peer }
    var sender = peer
    var hops = 0
    for field in forwarded().reversed() {
      var rest: Substring? = field[...]
      while let list = rest {
        // From the right, and not to its end: the rest may be long, and forged.
        let comma = list.utf8.lastIndex(of: UInt8(ascii: ","))
        let name = comma.map { list[list.utf8.index(after: $0)...] } ?? list
        rest = comma.map { list[..<$0] }
        hops += 1
        guard hops <= maximumForwarded, name.utf8.count <= NetworkAddress.maximumLength,
          let address = NetworkAddress(name.trimmingCharacters(in: .whitespaces)[...])
        else { return sender }
        sender = .network(address.text)
        if !contains(where: { $0.contains(address) }) { return sender }
      }
    }
    return sender
  }

  /// Whether any of the networks contains a peer.
  func contains(_ peer: HTTPPeer) -> Bool {
    guard !isEmpty else { return false }
    switch peer {
    case .unixSocket: return contains(where: \.isUnixSocket)
    case .network(let text):
      guard let address = NetworkAddress(text[...]) else { return false }
      return contains { $0.contains(address) }
    }
  }
}

/// Maximum number of forwarded addresses that are read: chains of proxies are short.
private let maximumForwarded = 32

extension HTTPPeer {
  /// Whether it is an address of this machine that no other can have.
  package var isLoopback: Bool {
    guard case .network(let text) = self, let address = NetworkAddress(text[...]) else {
      return false
    }
    return address.isLoopback
  }

  /// The subnet of an address that belongs to one customer: an IPv4 address, or the upper half of an
  /// IPv6 address.
  ///
  /// Providers assign them this way. Empty for a Unix socket.
  package var subnet: String {
    guard case .network(let text) = self else { return "" }
    guard let address = NetworkAddress(text[...]) else { return text }
    return address.isIPv4 ? address.text : address.masked(64).text + "/64"
  }
}

/// The bytes of an IPv6 address; IPv4 addresses are mapped to `::ffff:ADDRESS`.
struct NetworkAddress: Hashable, Sendable {
  /// Maximum number of bytes of an address with its port, brackets, zone and blanks.
  static let maximumLength = 100
  private static let ipv4Start: [UInt8] = Array(repeating: 0, count: 10) + [0xFF, 0xFF]
  private let bytes: [UInt8]

  private init(bytes: [UInt8]) { self.bytes = bytes }

  /// Parses an address, with or without a port: `1.2.3.4`, `1.2.3.4:80`, `::1`, `[::1]:80`.
  init?(_ text: Substring) {
    var name = text.prefix { $0 != "%" }
    if name.hasPrefix("["), let end = name.firstIndex(of: "]") {
      name = name[..<end].dropFirst()
    } else if name.contains("."), let colon = name.lastIndex(of: ":"), name.first != ":" {
      name = name[..<colon]
    }
    // C strings end at a zero byte.
    guard !name.utf8.contains(0) else { return nil }
    var (four, six) = (in_addr(), in6_addr())
    if inet_pton(AF_INET, String(name), &four) == 1 {
      bytes = Self.ipv4Start + withUnsafeBytes(of: &four) { Array($0) }
    } else if inet_pton(AF_INET6, String(name), &six) == 1 {
      bytes = withUnsafeBytes(of: &six) { Array($0) }
    } else {
      return nil
    }
  }

  /// 127.0.0.0/8 or ::1.
  var isLoopback: Bool {
    isIPv4 ? bytes[12] == 127 : bytes == Array(repeating: 0, count: 15) + [1]
  }

  var isIPv4: Bool { bytes.starts(with: Self.ipv4Start) }

  /// Returns the address with only its first bits.
  func masked(_ bits: Int) -> NetworkAddress {
    NetworkAddress(
      bytes: bytes.enumerated().map { index, byte in
        byte & ~UInt8(truncatingIfNeeded: 0xFF >> max(0, min(8, bits - 8 * index)))
      })
  }

  var text: String {
    var name = [CChar](repeating: 0, count: Int(INET6_ADDRSTRLEN))
    let (family, start) = isIPv4 ? (AF_INET, 12) : (AF_INET6, 0)
    _ = bytes[start...].withUnsafeBytes {
      inet_ntop(family, $0.baseAddress, &name, socklen_t(name.count))
    }
    return String(decoding: name.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
  }
}
