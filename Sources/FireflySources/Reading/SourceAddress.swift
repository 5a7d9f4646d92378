import FireflyAPI
import FireflyCore
import FireflyForeign
import Foundation

/// A source on the web, as `--server` names it: `hn:`, `lemmy:lemmy.ml`.
package struct SourceAddress: Hashable, Sendable, CustomStringConvertible {
  /// Which service.
  package let kind: SourceKind
  /// Host, port and path, for a service with many addresses; the name of a program; empty otherwise.
  package let instance: String
  /// The part of the service that is shown: `c/rust` of Lemmy, `tags/swift` or `@ada` of Mastodon, `c/help/7` or `tag/x` of
  /// Discourse, `t/rust` of Lobsters; nil for its front page.
  let part: String?
  /// The address of the service.
  private let server: String

  /// Parses a name such as `hn:` or `lemmy:lemmy.ml`; `hn` alone will do, too.
  ///
  /// Another word before a colon, as in `notes:`, is a program's name.
  ///
  /// - Returns: nil if the text doesn't begin with the name of a service and a colon, or has a port there, as
  ///   the address of a server has.
  /// - Throws: `APIError.invalidAddress` if the rest is no address.
  package static func named(_ text: String) throws(APIError) -> SourceAddress? {
    if let kind = SourceKind(rawValue: text.lowercased()), kind.exampleInstance == nil {
      return SourceAddress(kind)
    }
    guard let colon = text.firstIndex(of: ":") else { return nil }
    let name = text[..<colon].lowercased()
    guard let kind = SourceKind(rawValue: name), !kind.isNamedByUser else {
      return text.hasSuffix(":") ? SourceAddress(program: name) : nil
    }
    let rest = String(text[text.index(after: colon)...])
    if let address = kind.address { return try address(rest) }
    guard rest.isEmpty || !rest.allSatisfy(\.isNumber) else { return nil }
    guard let example = kind.exampleInstance else {
      if let part = kind.part(at: rest) { return SourceAddress(kind, part: part.name) }
      guard rest.isEmpty else {
        throw .invalidAddress(
          text, reason: kind.partHint ?? "\(kind.rawValue): has no address after the colon")
      }
      return SourceAddress(kind)
    }
    guard !rest.isEmpty else {
      throw .invalidAddress(text, reason: "name an address, as in \(kind.rawValue):\(example)")
    }
    return try SourceAddress(kind, instance: rest)
  }

  /// A service with one address.
  package init(_ kind: SourceKind) { self.init(kind, part: nil) }

  /// A part of a service with one address.
  init(_ kind: SourceKind, part: String?) {
    (self.kind, self.part) = (kind, part)
    (server, instance) = (kind.usualServer ?? "", "")
  }

  /// A service at one of its addresses: a host, or a URL; https unless it says http.
  ///
  /// - Throws: `APIError.invalidAddress`.
  package init(_ kind: SourceKind, instance text: String) throws(APIError) {
    let address = try ServerAddress(text.contains("://") ? text : "https://\(text)")
    self.kind = kind
    let whole = address.normalized
    let start = whole.range(of: "://")?.upperBound ?? whole.startIndex
    let path = whole[start...].firstIndex(of: "/") ?? whole.endIndex
    let found = kind.part(at: String(whole[path...].dropFirst()))
    part = found?.name
    server = found.map { whole[..<path] + ($0.folder.isEmpty ? "" : "/" + $0.folder) } ?? whole
    instance = String(server.drop { $0 != "/" }.dropFirst(2))
  }

  /// Feeds, by their addresses or those of pages that name them.
  ///
  /// - Throws: `APIError.invalidAddress`.
  package init(feeds: [String]) throws(APIError) {
    var addresses: [String] = []
    for text in feeds {
      guard let address = FeedList.address(text) else { throw .invalidAddress(text) }
      if !addresses.contains(address) { addresses.append(address) }
    }
    (kind, part) = (.feeds, nil)
    instance = addresses.joined(separator: " ")
    let first = addresses.first.flatMap { URLComponents(string: $0) }
    let port = first?.port.map { ":\($0)" } ?? ""
    server = first.map { "\($0.scheme ?? "https")://\($0.host ?? "")\(port)" } ?? Self.nowhere
  }

  /// A program, by its name in the configuration; nil if that can't be one.
  ///
  /// A name has small letters, digits and hyphens, and is not that of a service.
  package init?(program name: String) {
    let isPlain = name.utf8.allSatisfy {
      (0x61...0x7A).contains($0) || (0x30...0x39).contains($0) || $0 == 0x2D
    }
    guard isPlain, name.utf8.first.map({ $0 >= 0x61 }) == true, name.utf8.count <= 40,
      name != "localhost", SourceKind(rawValue: name) == nil
    else { return nil }
    self.init(.program, named: name)
  }

  /// A source without a server, by what follows the colon.
  init(_ kind: SourceKind, named instance: String) {
    (self.kind, self.instance, part, server) = (kind, instance, nil, Self.nowhere)
  }

  /// The address of no server (RFC 2606): what feeds name is elsewhere.
  package static let nowhere = "https://firefly.invalid"

  /// The addresses of the feeds; nil for those that the user follows.
  var feeds: [String]? {
    instance.isEmpty ? nil : instance.split(separator: " ").map(String.init)
  }

  /// The same; nil if that is no address.
  init?(_ kind: SourceKind, at instance: String) {
    guard let address = try? SourceAddress(kind, instance: instance) else { return nil }
    self = address
  }

  /// As it can be given to `--server` and written in the configuration.
  package var description: String {
    guard !instance.isEmpty else { return kind.rawValue + (part.map { ":\($0)" } ?? "") }
    if kind.isNamedByUser { return "\(instance):" }
    return "\(kind.rawValue):"
      + (kind.address == nil && server.hasPrefix("http:") ? server : instance)
      + (part.map { "/\($0)" } ?? "")
  }

  /// The permanent ID, under which its data is kept: `source:hn`.
  package var id: SiteID { SiteID(ofSource: description) }

  /// The name for sentences.
  package var name: String {
    kind.title?(self) ?? (instance.isEmpty ? kind.name : instance) + (part.map { "/\($0)" } ?? "")
  }

  /// The host of a service with many addresses.
  var host: String { String(instance.prefix { $0 != "/" && $0 != ":" }) }

  /// The address of the pages of a service with many addresses.
  var base: String { server }

  /// What identifies the service for an account: the same for all its parts, such as `mastodon:HOST/tags/swift`, and
  /// for all feeds, whose entries have the same numbers wherever they are read.
  package var account: String {
    if kind.usualServer != nil { return kind.rawValue }
    let own = server.hasPrefix("http:") ? server : instance
    return instance.isEmpty ? kind.rawValue : "\(kind.rawValue):\(own)"
  }

  /// Returns whether the place has a trait, whoever the user is there.
  package func has(_ trait: Site.Traits) -> Bool { site(as: .signedOut).has(trait) }

  /// Returns the place for an account.
  ///
  /// - Parameters:
  ///   - account: as whom the user is there.
  ///   - mayWrite: whether the sign-in allows writing.
  ///   - isOverheard: whether the connection is not encrypted.
  package func site(
    as account: Account, mayWrite: Bool = true, isOverheard: Bool = false
  ) -> Site {
    // A part of a service has no further lists.
    let further = part == nil ? kind.further(account.isSignedIn) : []
    return Site(
      kind.rules, name: name, lists: kind.lists(part, account.isSignedIn),
      further: further.map { NamedList(id: $0.id, name: $0.title) }, ranked: kind.ranked,
      unread: kind.unread, isOverheard: isOverheard, as: account, mayWrite: mayWrite)
  }

  /// Where the service is asked.
  ///
  /// - Parameter environment: the environment of the process, which may name another address.
  /// - Throws: `APIError.invalidAddress`.
  package func server(_ environment: [String: String]) throws(APIError) -> ServerAddress {
    let other = environment[kind.variable] ?? ""
    return try ServerAddress(other.isEmpty ? server : other)
  }
}
