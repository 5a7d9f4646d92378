import FireflyAPI
import FireflySources

/// The value of `--server`: a server, or a source on the web.
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

  /// The permanent ID, under which its data is stored.
  var id: String {
    switch self {
    case .server(let address): address.normalized
    case .source(let source): source.id
    }
  }
}
