import FireflyAPI
import FireflyCore

/// A source on the web, as `--server` names it: `hn:`.
public struct SourceAddress: Hashable, Sendable, CustomStringConvertible {
  /// Which service.
  public let kind: SourceKind
  /// The host, for a service with many of them; empty otherwise.
  public let instance: String

  /// Parses a name such as `hn:`.
  ///
  /// - Returns: nil if the text doesn't name a source.
  public init?(_ text: String) {
    guard let colon = text.firstIndex(of: ":"),
      let kind = SourceKind(rawValue: text[..<colon].lowercased()),
      kind.usualServer != nil, text[text.index(after: colon)...].isEmpty
    else { return nil }
    self.init(kind)
  }

  /// A service with one address.
  public init(_ kind: SourceKind) { (self.kind, instance) = (kind, "") }

  /// As it is given to `--server`.
  public var description: String { "\(kind.rawValue):\(instance)" }

  /// The permanent ID, under which its data is kept: `source:hn`.
  public var id: String {
    instance.isEmpty ? "source:\(kind.rawValue)" : "source:\(kind.rawValue):\(instance)"
  }

  /// The name for sentences.
  public var name: String { instance.isEmpty ? kind.name : instance }

  /// Where the service is asked.
  ///
  /// - Parameter environment: the environment of the process, which may name another address.
  /// - Returns: the address of the service.
  /// - Throws: `APIError.invalidAddress`.
  public func server(_ environment: [String: String]) throws(APIError) -> ServerAddress {
    if let other = environment[kind.variable], !other.isEmpty { return try ServerAddress(other) }
    return try ServerAddress(kind.usualServer ?? "https://\(instance)")
  }
}
