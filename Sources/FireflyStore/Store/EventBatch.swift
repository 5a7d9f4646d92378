import FireflyAPI
import FireflyCore

/// What happened in a store after a post, for one user.
package struct EventBatch: Hashable, Sendable {
  /// New posts and users, oldest first.
  package var events: [StreamedEvent] = []
  /// Whether the user's saved searches have matches that the user hasn't seen; nil if a search took
  /// too long.
  package var badges: [Int: Bool?] = [:]
  /// The version of the user's marks; 0 without marks.
  package var marks = 0
  /// The highest number that a post ever had.
  package var newest = 0
}

extension StreamedEvent {
  /// Creates the event of a new post; nil for the reader's own profile.
  ///
  /// - Parameters:
  ///   - parent: its parent; nil or negative for the root.
  ///   - template: its template; a profile is announced as a new user.
  ///   - answersReader: whether it is below a post of the reader.
  init?(
    newPost id: Int, parent: Int?, template: Post.Template, isOwn: Bool, answersReader: Bool = false
  ) {
    if template == .profile {
      guard !isOwn else { return nil }
      self.init(id: id, .user(profile: id))
    } else {
      let parent = parent.flatMap { $0 >= 0 ? $0 : nil }
      self.init(
        id: id,
        .post(
          .init(
            id: id, parent: parent, template: template, isOwn: isOwn, answersYou: answersReader)))
    }
  }
}
