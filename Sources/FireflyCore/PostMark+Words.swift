extension PostMark {
  /// What was done, as a sentence.
  package var doneWords: String {
    switch self {
    case .favourite: "This is a favourite of yours now; its author sees that."
    case .bookmark: "It is among your bookmarks on the server now."
    case .boost: "Your followers see this now."
    case .pin: "It stands first on your profile now."
    case .star: "Starred. The service is told."
    }
  }

  /// What was taken back, as a sentence.
  package var undoneWords: String {
    switch self {
    case .favourite: "It is no favourite of yours any more."
    case .bookmark: "It is no bookmark any more."
    case .boost: "The boost is taken back."
    case .pin: "It stands first on your profile no longer."
    case .star: "No longer starred. The service is told."
    }
  }
}

extension Post {
  /// Returns why a post can't be marked by a user, as a sentence; nil if it can.
  package func refusal(of mark: PostMark, by user: PersonID?) -> String? {
    if mark == .pin {
      return user.map(isOwned) == true ? nil : "Only your own posts can be pinned."
    }
    guard mark == .boost, service?.readers?.isPublic == false else { return nil }
    let name = byline?.shortened(to: 40) ?? "the author"
    let who = service?.readers == .mentioned ? "those whom it mentions" : "\(name)'s followers"
    return "Only \(who) may read this, so it can't be boosted."
  }
}
