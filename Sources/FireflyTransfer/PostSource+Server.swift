// Posts of Firefly's own exports, which are known again by their server and their number there.
extension PostSource {
  private static let ofServer = "firefly:"

  /// Creates the source of a post of a Firefly server; nil if the ID is empty or too long.
  ///
  /// - Parameters:
  ///   - server: the ID of the server's data.
  ///   - number: the number of the post there.
  public init?(server: String, number: Int) {
    guard !server.isEmpty else { return nil }
    self.init(name: Self.ofServer + server, key: "\(number)")
  }

  /// Whether it is a post of a Firefly server.
  public var isOfServer: Bool { name.hasPrefix(Self.ofServer) }

  /// Returns the number of the post at a server; nil if it is of another one, or elsewhere.
  package func number(at server: String) -> Int? {
    name == Self.ofServer + server ? Int(key) : nil
  }
}
