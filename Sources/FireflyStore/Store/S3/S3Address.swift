import FireflyCore
import Foundation

/// The location of pictures in S3: `s3://bucket?endpoint=https://host&region=name&prefix=folder`.
package struct S3Address: Hashable, Sendable {
  /// Why an address is invalid.
  ///
  /// The message doesn't quote it, because it may contain a key.
  package struct Problem: Error, Hashable, Sendable, CustomStringConvertible {
    /// The message.
    package let description: String
  }

  let bucket: String
  /// The server: scheme, host and port.
  let endpoint: String
  /// The region that requests are signed for.
  let region: String
  /// The prefix of all names; empty, or with a trailing slash.
  let prefix: String

  /// The name of the location for messages.
  var name: String {
    let host = URLComponents(string: endpoint)?.host ?? ""
    return "S3 bucket \(bucket)\(prefix.isEmpty ? "" : "/\(prefix)") at \(host)"
  }

  /// Whether a text looks like such an address.
  package static func isAddress(_ text: String) -> Bool { text.lowercased().hasPrefix("s3:") }

  /// Parses an address.
  ///
  /// - Parameter environment: `AWS_REGION` is the default region.
  package init(_ text: String, environment: [String: String]) throws(Problem) {
    guard let parts = URLComponents(string: text), parts.scheme == "s3", let bucket = parts.host,
      parts.port == nil, parts.fragment == nil, ["", "/"].contains(parts.path)
    else { throw Self.malformed }
    guard parts.user == nil, parts.password == nil else { throw Self.hasKey }
    guard bucket.wholeMatch(of: /[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]/) != nil else {
      throw Problem(
        description: "The name of an S3 bucket must have 3 to 63 of a–z, 0–9, “.” and “-”.")
    }
    var (endpoint, region, prefix): (String?, String?, String) = (
      nil, environment["AWS_REGION"], ""
    )
    for item in parts.queryItems ?? [] {
      switch item.name {
      case "endpoint": endpoint = try Self.endpoint(item.value ?? "")
      case "region": region = item.value
      case "prefix": prefix = item.value ?? ""
      default: throw item.name.lowercased().contains("key") ? Self.hasKey : Self.malformed
      }
    }
    let signingRegion = region ?? "us-east-1"
    guard signingRegion.wholeMatch(of: /[a-z0-9-]{1,64}/) != nil else {
      throw Problem(description: "The region of an S3 address may have a–z, 0–9 and “-” only.")
    }
    if prefix.hasSuffix("/") { prefix.removeLast() }
    let folders = prefix.split(separator: "/", omittingEmptySubsequences: false)
    let isPlain = folders.allSatisfy { $0.wholeMatch(of: /[A-Za-z0-9_-][A-Za-z0-9._-]*/) != nil }
    guard prefix.isEmpty || isPlain && prefix.utf8.count <= 256 else {
      throw Problem(
        description:
          "The prefix of an S3 address may have letters, digits, “-”, “_”, “.” and “/” only.")
    }
    (self.bucket, self.region) = (bucket, signingRegion)
    self.prefix = prefix.isEmpty ? "" : prefix + "/"
    self.endpoint = endpoint ?? "https://s3.\(signingRegion).amazonaws.com"
  }

  private static func endpoint(_ text: String) throws(Problem) -> String {
    guard let parts = URLComponents(string: text), let scheme = parts.scheme, let host = parts.host,
      ["http", "https"].contains(scheme), !host.isEmpty, ["", "/"].contains(parts.path),
      parts.query == nil, parts.fragment == nil
    else {
      throw Problem(
        description: "The endpoint of an S3 address must look like https://s3.example.org.")
    }
    guard parts.user == nil, parts.password == nil else { throw hasKey }
    return "\(scheme)://\(host)\(parts.port.map { ":\($0)" } ?? "")"
  }

  private static let malformed = Problem(
    description:
      "Write s3://bucket?endpoint=https://host, with region= and prefix= if they are needed.")
  private static let hasKey = Problem(
    description: """
      Keys don't belong on the command line. Put them into AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY.
      """)

  func url(of name: String) -> String { "\(endpoint)/\(bucket)/\(prefix)\(name)" }
}

/// The keys for signing requests to S3.
package struct S3Credentials: Hashable, Sendable, CustomStringConvertible, CustomReflectable {
  let key: String
  let secret: String
  let token: String?

  /// Reads `AWS_ACCESS_KEY_ID`, `AWS_SECRET_ACCESS_KEY` and `AWS_SESSION_TOKEN`.
  /// - Returns: nil if they are not set, or not printable ASCII.
  package init?(environment: [String: String]) {
    func value(_ name: String) -> String? {
      // Other characters could add a header line, or truncate the value.
      environment[name].flatMap { text in
        text.isEmpty || text.utf8.contains { $0 <= 0x20 || $0 >= 0x7F } ? nil : text
      }
    }
    guard let key = value("AWS_ACCESS_KEY_ID"), let secret = value("AWS_SECRET_ACCESS_KEY") else {
      return nil
    }
    (self.key, self.secret, token) = (key, secret, value("AWS_SESSION_TOKEN"))
  }

  /// A fixed text, so that keys are never printed.
  package var description: String { "credentials" }
  /// An empty mirror, so that keys are never printed.
  package var customMirror: Mirror { Mirror(self, children: [:]) }
}
