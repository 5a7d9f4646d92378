import Foundation

/// A page of a source, by its address on the web.
package struct SourceLink: Hashable, Sendable {
  /// What the page shows.
  package enum Target: Hashable, Sendable {
    /// A list.
    case front
    /// A post, by its ID.
    case post(Int)
    /// A reply, by its ID and that of the top post.
    case reply(Int, in: Int)
    /// A post, by a name that is not its ID.
    case named(String)
    /// A person, by the name that identifies them.
    case user(String)
  }

  /// The source.
  package let source: SourceAddress
  /// What the page shows.
  package let target: Target

  /// Creates a link.
  package init(source: SourceAddress, target: Target) {
    (self.source, self.target) = (source, target)
  }

  /// Recognizes the address of a page.
  ///
  /// - Returns: nil if it is not a page of a source.
  package init?(_ address: String) {
    guard let parts = URLComponents(string: address.trimmingCharacters(in: .whitespaces)),
      let scheme = parts.scheme?.lowercased(), ["http", "https"].contains(scheme),
      let host = parts.host?.lowercased(), !host.isEmpty, parts.user == nil
    else { return nil }
    let page = WebPage(scheme: scheme, host: host, parts)
    let kinds = SourceKind.allCases.sorted { $0.linkRank < $1.linkRank }
    guard let link = kinds.lazy.compactMap({ $0.link(page) }).first else { return nil }
    self = link
  }

  /// The ID of the post to start at; nil for a list.
  package var post: Int? {
    switch target {
    case .front: nil
    case .post(let id), .reply(let id, in: _): id
    case .named(let name): SourceNumbers.number(name)
    case .user(let handle): SourceNumbers.number("user/" + handle)
    }
  }

  /// Whether the page shows a post, which is in a thread.
  package var isThread: Bool {
    switch target {
    case .front, .user: false
    case .post, .reply, .named: true
    }
  }

  /// What the page may show as well: users of Lemmy and of Discourse have the same addresses.
  package var alternative: SourceLink? {
    guard source.kind == .lemmy, case .user(let handle) = target, !handle.contains("@") else {
      return nil
    }
    return SourceAddress(.discourse, at: source.base).map { SourceLink(source: $0, target: target) }
  }

  /// The name that its number stands for, if it stands for one.
  var name: String? {
    switch target {
    case .front, .post, .reply: nil
    case .named(let name): name
    case .user(let handle): "user/" + handle
    }
  }
}

/// The parts of a page's address.
struct WebPage {
  /// In lower case, without `www.`.
  let host: String
  /// The scheme, host and port.
  let instance: String
  let path: [String]
  let query: [String: String]
  let fragment: String

  init(scheme: String, host: String, _ parts: URLComponents) {
    self.host = host.hasPrefix("www.") ? String(host.dropFirst(4)) : host
    instance = "\(scheme)://\(host)" + (parts.port.map { ":\($0)" } ?? "")
    // A part may have an escaped slash.
    path = parts.percentEncodedPath.split(separator: "/")
      .map { $0.removingPercentEncoding ?? String($0) }
    let items = (parts.queryItems ?? []).compactMap { item in item.value.map { (item.name, $0) } }
    query = Dictionary(items) { first, _ in first }
    fragment = parts.fragment ?? ""
  }

  /// Returns the ID of a post in a text.
  static func number(_ text: String?) -> Int? {
    text.flatMap { Int($0) }.flatMap { $0 > 0 && $0 < SourceNumbers.first ? $0 : nil }
  }
}
