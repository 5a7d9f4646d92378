import FireflyCore

/// Something to be done outside of the state.
///
/// Plain values, so that tests compare them. What belongs to a feature is nested in that feature's own
/// effects; in `FireflyRuntime` each feature's effects are run in a file of their own.
public enum Effect: Hashable, Sendable {
  /// For the lists of the three explorers.
  case list(ListEffect)
  /// For finding within a list.
  case find(FindEffect)
  /// For the links of a post.
  case links(LinksEffect)
  /// For the outline of a branch.
  case outline(OutlineEffect)
  /// For pictures.
  case picture(PictureEffect)
  /// For posts that are moved or deleted, and for undoing.
  case moving(MovingEffect)
  /// For the card that is written on.
  case writing(WritingEffect)
  /// For drafts, on the disk.
  case draft(DraftEffect)
  /// For the picture of what is being written.
  case attachment(AttachmentEffect)
  /// Ask the dictionary of the language that the configuration names.
  case spelling(SpellingRequest, Settings.Spelling)
  /// For signing in and out.
  case signIn(SignInEffect)
  /// For the signs that something new waits.
  case badges(BadgesEffect)

  /// For the terminal, and for the program as a whole.
  case terminal(TerminalEffect)
  /// Stop a job: its result is no longer needed.
  case cancel(JobID)
  /// Stop all jobs of a level, which has been left.
  case cancelLevel(LevelID)
  /// Hand an action to another feature. `reduce` does that itself, and returns none of these.
  indirect case send(Action)
}
