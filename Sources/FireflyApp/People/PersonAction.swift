import FireflyCore
import FireflyModel

/// An event of the people of a service: whom the user follows, mutes and blocks there.
package enum PersonAction: Hashable, Sendable {
  /// A person, as far as their name and their profile are needed.
  package struct Person: Hashable, Sendable {
    /// Their profile.
    package let profile: Post.ID
    /// Their name, which may be cut.
    let name: String
  }

  /// What can be done with the selected person, or the author of the selected post, was asked for.
  case pressed
  /// The profile was loaded, for the question at a post.
  indirect case loaded(at: Post.ID, Result<Post?, LoadFailure>)
  /// Following the person, or no longer, was requested.
  case followPressed
  /// The person's request to follow the user was accepted, or refused.
  case requestAnswered(Bool)
  /// Seeing what the person boosts, or no longer, was requested.
  case boostsPressed
  /// Muting the person, or no longer, was requested.
  case mutePressed
  /// Whether to mute notices was chosen for a person who will be muted.
  case noticesChosen(Person, withNotices: Bool)
  /// Blocking the person, or no longer, was requested.
  case blockPressed
  /// Undoing a change was requested.
  case undoPressed(Person, of: Relation.Change)
  /// The user agreed to a change, or undoes one.
  case accepted(Person, Relation.Change)
  /// The response to a change: the profile with what holds now.
  indirect case response(Person, Relation.Change, Result<Post, LoadFailure>)
}

/// An effect of the people of a service.
package enum PersonEffect: Hashable, Sendable {
  /// Load a profile, for the question at a post.
  case load(handle: String, at: Post.ID)
  /// Follow, mute or block a person, or no longer.
  case relate(PersonAction.Person, Relation.Change)
}
