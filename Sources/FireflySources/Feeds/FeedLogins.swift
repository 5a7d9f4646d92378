import FireflyAPI

/// The user's names and passwords on the servers of feeds, which are kept apart from the list of feeds.
package struct FeedLogins: Sendable {
  /// Returns the login on a server: scheme, host and port.
  package var read: @Sendable (_ server: String) -> BasicLogin?
  /// Keeps a login, or none.
  ///
  /// - Throws: a description of the problem.
  package var save: @Sendable (_ login: BasicLogin?, _ server: String) throws -> Void

  /// Creates a value.
  package init(
    read: @escaping @Sendable (_ server: String) -> BasicLogin?,
    save: @escaping @Sendable (_ login: BasicLogin?, _ server: String) throws -> Void
  ) {
    (self.read, self.save) = (read, save)
  }

  /// Keeps nothing.
  package static let none = FeedLogins(read: { _ in nil }, save: { _, _ in })
}

/// The address of a feed with the name of an account on its server: `https://name@host/feed`.
package struct NamedFeedAddress: Hashable, Sendable {
  /// The address without the name.
  package let address: String
  /// The name.
  package let name: String
  /// The password, if the user has typed it in the address, too.
  package let password: String?
  /// The server: scheme, host and port.
  package let server: ServerAddress

  /// Reads an address; nil for one without a name, and for none.
  package init?(_ text: String) {
    guard let parsed = FeedList.parse(text), let name = parsed.user, !name.isEmpty,
      let server = try? FeedStore.server(of: parsed.address)
    else { return nil }
    (address, self.name, password, self.server) = (parsed.address, name, parsed.password, server)
  }
}
