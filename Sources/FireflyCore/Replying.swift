extension Post.Template {
  /// The placeholder for a deleted post that has children.
  public static let deleted = Post.Template.other("deleted")
}

extension User {
  /// Returns a handle without its host, if that is the host of the user's own.
  ///
  /// People of the same instance need none, and are not found by one with a port.
  ///
  /// - Parameter handle: the handle, without `@` before it.
  /// - Returns: the handle.
  public func shortened(_ handle: some StringProtocol) -> String {
    let own = self.handle.drop { $0 == "@" }
    guard let host = own.firstIndex(of: "@").map({ own[$0...].lowercased() }),
      handle.lowercased().hasSuffix(host)
    else { return String(handle) }
    return String(handle.dropLast(host.count))
  }
}

extension Post {
  /// Returns the handles of those whom a reply to the post names on a service with accounts: its author, and those whom
  /// it names.
  ///
  /// - Parameter user: the writer, who is left out.
  /// - Returns: the handles, without `@`; people of the writer's instance have no host.
  public func handlesToAnswer(by user: User?) -> [String] {
    let own = user?.shortened((user?.handle ?? "").drop { $0 == "@" }).lowercased()
    var names: [String] = []
    for name in [authorEmail].compactMap(\.self) + (service?.mentions ?? []) {
      let name = name.drop { $0 == "@" }
      let short = user?.shortened(name) ?? String(name)
      let key = short.lowercased()
      if key != own, !key.isEmpty, !names.contains(where: { $0.lowercased() == key }) {
        names.append(short)
      }
    }
    return names
  }

  /// Whether a user may write below the post, as far as its kind and its owner tell.
  public func canHaveReplies(by key: PersonID?) -> Bool {
    replyRefusal(for: key, authorOnly: false) == nil
  }

  /// Returns why a user can't reply to the post, as a sentence.
  ///
  /// - Parameters:
  ///   - key: the user's `User.key`; nil when signed out.
  ///   - authorOnly: whether the server lets only the author of a post reply to it.
  /// - Returns: the sentence; nil if nothing is known that prevents a reply.
  public func replyRefusal(for key: PersonID?, authorOnly: Bool) -> String? {
    switch template {
    case .query: "A saved search can't have replies."
    case .deleted: "This post was deleted, so it can't have replies."
    case .profile: isOwned(by: key) ? nil : "Only its owner can write below a profile."
    case .post, .other:
      authorOnly && !isOwned(by: key)
        ? "On this server only the author of a post can reply to it." : nil
    }
  }
}
