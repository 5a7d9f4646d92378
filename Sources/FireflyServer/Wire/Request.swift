import Foundation

/// A request as the router takes it, from a socket or from a test.
public struct Request: Sendable {
  /// In capitals, as on the wire.
  public var method: String
  /// Path and query, percent-encoded.
  public var target: String
  /// By name in lower case.
  public var headers: [String: String]
  /// The bytes, at most `maxBody`.
  public var body: Data

  /// The most bytes of a body: a 16 MB picture in its form is refused, as by other servers.
  public static let maxBody = 16 * 1024 * 1024

  /// A request; header names may be in any case.
  public init(
    _ method: String = "GET", _ target: String, headers: [String: String] = [:], body: Data = Data()
  ) {
    self.method = method
    self.target = target
    self.headers = Dictionary(
      headers.map { ($0.key.lowercased(), $0.value) }, uniquingKeysWith: { first, _ in first })
    self.body = body
  }
}
