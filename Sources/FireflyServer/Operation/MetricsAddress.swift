/// Where a server answers `/metrics`.
public enum MetricsAddress: Hashable, Sendable {
  /// At its own address, for programs of this machine.
  case loopback
  /// At an address of its own only; port 0 takes a free one.
  case listener(host: String, port: Int)

  /// Parses `ADDRESS:PORT`; the brackets of an IPv6 address are required.
  ///
  /// - Parameter text: the text; nil if it is invalid.
  public init?(_ text: String) {
    guard let colon = text.lastIndex(of: ":"), let port = UInt16(text[text.index(after: colon)...])
    else { return nil }
    var host = text[..<colon]
    if host.hasPrefix("["), host.hasSuffix("]") {
      host = host.dropFirst().dropLast()
    } else if host.contains(":") {
      return nil
    }
    guard !host.isEmpty else { return nil }
    self = .listener(host: String(host), port: Int(port))
  }
}
