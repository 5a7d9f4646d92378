import FireflyCore
import FireflyModel

/// An event of the user's own commands.
///
/// A command is named by its name, because the configuration may have changed when a key that waited is obeyed.
package enum CommandAction: Hashable, Sendable {
  /// A command was requested.
  case pressed(String)
  /// It was requested with a link of a post.
  case linkChosen(String, link: String, of: Post.ID)
  /// The user has confirmed it.
  case confirmed(CommandCall)
  /// Its program is being started.
  case began(String)
  /// Ending it was requested.
  case endPressed(String)
  /// It has ended, and what was asked about it is closed.
  case printed(OwnCommand, Result<String, LoadFailure>)
  /// It has ended; with what it has printed, or with a sentence about what failed.
  case ended(OwnCommand, Result<String, LoadFailure>)
}

/// A command with what it is done with.
package struct CommandCall: Hashable, Sendable {
  /// The command.
  package var command: OwnCommand
  /// The post, as it is known; nil for none.
  package var post: Post?
  /// The link that was chosen; nil for none.
  package var link: String?

  /// Creates a call.
  package init(command: OwnCommand, post: Post? = nil, link: String? = nil) {
    (self.command, self.post, self.link) = (command, post, link)
  }
}

/// An effect of the user's own commands.
package enum CommandEffect: Hashable, Sendable {
  /// Run a command.
  case run(CommandCall)
}
