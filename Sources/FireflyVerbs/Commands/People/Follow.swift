import ArgumentParser

/// `firefly follow`: follows a person.
struct Follow: PersonVerb {
  static let configuration = CommandConfiguration(
    commandName: "follow",
    abstract: "Follow a person on Mastodon with your account.",
    discussion: """
      Who accepts followers one by one is asked. A feed is followed by `firefly feed add`.

      Example: firefly follow @ada@example.org --server mastodon:mastodon.social
      """)

  @OptionGroup var person: PersonArguments
  @OptionGroup var common: CommonOptions
  @OptionGroup var connection: ConnectionOptions<Writing>
  @OptionGroup var identity: AccountOptions
  @ParentCommand var browsing: Firefly

  func perform() throws { try change(.follow) }
}

/// `firefly unfollow`: follows a person no longer.
struct Unfollow: PersonVerb {
  static let configuration = CommandConfiguration(
    commandName: "unfollow",
    abstract: "Follow a person on Mastodon no longer, or take back that you asked.")

  @OptionGroup var person: PersonArguments
  @OptionGroup var common: CommonOptions
  @OptionGroup var connection: ConnectionOptions<Writing>
  @OptionGroup var identity: AccountOptions
  @ParentCommand var browsing: Firefly

  func perform() throws { try change(.unfollow) }
}
