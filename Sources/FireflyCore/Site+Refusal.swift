// What can be done, and why something can't.
extension Site {
  /// Why something can't be done, and what may help.
  public struct Refusal: Hashable, Sendable {
    /// The reason, a sentence.
    public let words: String
    /// What the user can do instead; nil for nothing.
    public let way: Way?
    /// Whether it is about a post, not about the place.
    public let isOfPost: Bool

    /// Creates the refusal of what a sign-in does not allow, such as `follow`.
    public init(signInAgainTo verb: String) {
      self.init("Sign in again to \(verb).", .signInAgain)
    }

    fileprivate init(_ words: String, _ way: Way? = nil, isOfPost: Bool = false) {
      (self.words, self.way, self.isOfPost) = (words, way, isOfPost)
    }
  }

  /// What a user can do instead; a screen names a key for it, a shell a command.
  public enum Way: Hashable, Sendable {
    /// To sign in.
    case signIn
    /// To sign in again, and allow writing.
    case allowWriting
    /// To sign in again: an older sign-in does not allow all that can be done now.
    case signInAgain
    /// To follow a feed.
    case followFeed
    /// To save a search.
    case search
    /// To answer a copy on the user's own server.
    case keep
  }

  /// Returns the sentence that something can't be done, and what helps.
  ///
  /// - Parameters:
  ///   - refusal: the reason.
  ///   - help: returns how to go a way, as a sentence that names a key or a command; nil to leave it out.
  /// - Returns: the sentences.
  public func sentence(of refusal: Refusal, _ help: (Way) -> String?) -> String {
    let isInVain = refusal.way == .search && !can(.search)
    let words = isInVain ? self.refusal(of: .search)?.words : refusal.way.flatMap(help)
    return [refusal.words, words].compactMap(\.self).joined(separator: " ")
  }

  /// Returns what happens to the replies to a post that is deleted, as a sentence; nil without replies.
  ///
  /// - Parameters:
  ///   - count: the number of replies.
  ///   - restores: whether the server can bring the post back, and keeps them for that.
  ///   - server: what the server is called.
  /// - Returns: the sentence.
  public static func fate(
    ofReplies count: Int, restores: Bool, by server: String = "This server"
  ) -> String? {
    guard count > 0 else { return nil }
    let isOne = count == 1
    let replies = isOne ? "reply" : "\(count) replies"
    return restores
      ? "Its \(replies) \(isOne ? "stays" : "stay"), under “deleted”."
      : "\(server) may delete its \(replies), too, or keep \(isOne ? "it" : "them")."
  }

  /// Returns whether the user may try something; a Firefly server asks for an account when it is needed.
  public func can(_ ability: Ability, on post: Post? = nil) -> Bool {
    refusal(of: ability, on: post) == nil
  }

  /// Returns why the user can't do something there.
  ///
  /// - Parameters:
  ///   - ability: what the user wants to do.
  ///   - post: the post to do it to; nil for any.
  /// - Returns: the reason; nil if the user may try.
  public func refusal(of ability: Ability, on post: Post? = nil) -> Refusal? {
    let isChange = [.edit, .delete, .move].contains(ability)
    // Searches and feeds are kept for the user, whatever else can be written.
    if isChange, let post, post.template != .post, account.owns(post) {
      let isKept = post.template != .profile || has(.subscriptions) || can(.profile)
      return isKept ? nil : othersPost(ability)
    }
    guard rules.abilities.contains(ability) else { return missing(ability) }
    if has(.personal), isChange || [.write, .reply, .mark, .people].contains(ability) {
      guard account.isSignedIn else { return signInFirst }
      guard mayWrite else { return Refusal(Self.readingOnly, .allowWriting) }
    }
    guard let post else { return nil }
    switch ability {
    case .reply:
      return post.replyRefusal(for: account.key, authorOnly: extensions?.restrictsReplies == true)
        .map { Refusal($0, isOfPost: true) }
    case .move where account.owns(post): return extensions?.moves == false ? cantMove : nil
    case .delete where extensions?.moderates == true: return nil
    case .edit, .delete, .move:
      if account.owns(post) { return nil }
      return account.hasUser ? othersPost(ability) : signInFirst
    default: return nil
    }
  }

  private func othersPost(_ ability: Ability) -> Refusal {
    Refusal("You can \(ability.rawValue) your own posts only.", isOfPost: true)
  }

  private var cantMove: Refusal { Refusal("This server can't move posts.", isOfPost: true) }

  private var signInFirst: Refusal { Refusal("Sign in to write on \(name).", .signIn) }

  /// That a sign-in does not allow writing.
  public static let readingOnly = "This sign-in may only read."

  private func missing(_ ability: Ability) -> Refusal {
    let subject = rules.subject ?? name
    let readOnly = "\(subject) is read only here."
    return switch ability {
    case .write: Refusal(readOnly, has(.subscriptions) ? .followFeed : .search)
    case .reply: Refusal(readOnly, .keep)
    case .profile where rules.abilities.contains(.write): othersPost(.edit)
    case .move where rules.abilities.contains(.write): cantMove
    case .edit, .delete, .move, .profile: Refusal(readOnly)
    case .mark: Refusal("No favourites, boosts, bookmarks or polls here.")
    case .people: Refusal("Nobody can be followed, muted or blocked here.")
    case .search: Refusal("It has no search that programs can use.")
    case .follow: Refusal("Only threads of Firefly's servers can be followed.")
    case .keep where has(.takesImports): Refusal("It is on your own server already.")
    case .keep: Refusal("Only threads of sources and feeds can be copied.")
    case .answers:
      Refusal(
        account.isSignedIn && rules.abilities.contains(.signIn)
          ? "Nobody can reply to you on \(name)."
          : "You have no account \(rules.residence ?? "on \(name)"), so there are no replies to you."
      )
    case .signIn:
      Refusal("\(subject) needs no sign-in" + (can(.write) ? "." : ": it is read only here."))
    }
  }
}
