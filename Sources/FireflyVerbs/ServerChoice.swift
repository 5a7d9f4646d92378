import FireflyAPI
import FireflyCore
import FireflySources

/// The value of `--server`: a server, or a source on the web.
package enum ServerChoice: Hashable, Sendable, CustomStringConvertible {
  case server(ServerAddress)
  case source(SourceAddress)

  /// Parses an address, or the name of a source such as `hn:`.
  ///
  /// - Throws: `APIError.invalidAddress`.
  package init(_ text: String) throws(APIError) {
    if let source = try SourceAddress.named(text) {
      self = .source(source)
    } else {
      self = .server(try ServerAddress(text))
    }
  }

  package var description: String {
    switch self {
    case .server(let address): "\(address)"
    case .source(let source): "\(source)"
    }
  }

  /// Returns the name of the server or source that `--server` calls so.
  package static func name(of argument: String) -> String {
    switch try? ServerChoice(argument) {
    case .server(let address): address.host
    case .source(let source): source.name
    case nil: argument
    }
  }

  /// What its accounts are kept by; nil if it has none.
  package var accountID: SiteID? {
    switch self {
    case .server(let address): address.id
    case .source(let source): site().can(.signIn) ? source.accountID : nil
    }
  }

  /// Returns the place that it names.
  ///
  /// - Parameters:
  ///   - account: as whom the user is there.
  ///   - mayWrite: whether the sign-in allows writing.
  ///   - isOverheard: whether the connection is not encrypted.
  package func site(
    as account: Account = .signedOut, mayWrite: Bool = true, isOverheard: Bool = false
  ) -> Site {
    switch self {
    case .server(let address):
      Site(.server, name: address.host, isOverheard: isOverheard, as: account)
    case .source(let source):
      source.site(as: account, mayWrite: mayWrite, isOverheard: isOverheard)
    }
  }

  /// What drafts for it are kept by.
  package var draftID: SiteID { accountID ?? id }

  /// The permanent ID, under which its data is stored.
  package var id: SiteID {
    switch self {
    case .server(let address): address.id
    case .source(let source): source.id
    }
  }
}

extension SourceAddress {
  /// What its accounts are kept by.
  package var accountID: SiteID { SiteID(ofSource: account) }
}

extension ServerAddress {
  /// The permanent ID of the server.
  package var id: SiteID { SiteID(kept: normalized) }
}
