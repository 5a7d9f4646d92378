import FireflyAPI
import FireflySources

/// What `--server` and the configuration name: a server of Firefly's, or a source on the web.
enum ServerChoice: Hashable, Sendable, CustomStringConvertible {
  case server(ServerAddress)
  case source(SourceAddress)

  /// Parses an address, or the name of a source such as `hn:`.
  ///
  /// - Throws: `APIError.invalidAddress`.
  init(_ text: String) throws(APIError) {
    if let source = try SourceAddress.named(text) {
      self = .source(source)
    } else {
      self = .server(try ServerAddress(text))
    }
  }

  var description: String {
    switch self {
    case .server(let address): "\(address)"
    case .source(let source): "\(source)"
    }
  }

  /// The permanent ID, under which its data is kept.
  var id: String {
    switch self {
    case .server(let address): address.normalized
    case .source(let source): source.id
    }
  }
}
