import FireflyStore

/// Where a server serves `/metrics`.
package enum MetricsAddress: Hashable, Sendable {
  /// At the server's address, for programs of this machine.
  case loopback
  /// At a separate address; port 0 takes a free one.
  case listener(host: String, port: Int)

  /// Parses `ADDRESS:PORT`; nil if the text is invalid, or an IPv6 address has no brackets.
  package init?(_ text: String) {
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
