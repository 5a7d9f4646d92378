import FireflyCore

/// Work to do outside of the state: requests, files, the terminal.
///
/// Effects are values, so that tests can compare them. The effects of a feature are nested;
/// `FireflyRuntime` runs each feature's effects in a separate file.
package enum Effect: Hashable, Sendable {
  /// An effect of the lists of the three explorers.
  case list(ListEffect)
  /// An effect of a search within a list.
  case find(FindEffect)
  /// An effect of a post's links.
  case links(LinksEffect)
  /// An effect of the article of a page.
  case article(ArticleEffect)
  /// An effect of the side columns.
  case columns(ColumnsEffect)
  /// An effect of a thread.
  case thread(ThreadEffect)
  /// An effect of the posts that are saved for later.
  case later(LaterEffect)
  /// An effect of keeping threads.
  case keep(KeepEffect)
  /// An effect of the list of places.
  case places(PlaceEffect)
  /// An effect of muted people.
  case mute(MuteEffect)
  /// An effect of the people of a service.
  case person(PersonEffect)
  /// An effect of the user's own commands.
  case command(CommandEffect)
  /// An effect of marking posts of a service with accounts.
  case mark(MarkEffect)
  /// An effect of the outline.
  case outline(OutlineEffect)
  /// An effect of pictures.
  case picture(PictureEffect)
  /// An effect of moving, deleting or undoing.
  case moving(MovingEffect)
  /// An effect of writing.
  case writing(WritingEffect)
  /// An effect of stored drafts.
  case draft(DraftEffect)
  /// An effect of the attached picture.
  case attachment(AttachmentEffect)
  /// A request to the spelling dictionary of the configured language.
  case spelling(SpellingRequest, Settings.Spelling)
  /// An effect of signing in or out.
  case signIn(SignInEffect)
  /// An effect of the badges.
  case badges(BadgesEffect)
  /// An effect of the read marks.
  case readMarks(ReadMarksEffect)

  /// An effect of the terminal or the whole program.
  case terminal(TerminalEffect)
  /// Cancel a job.
  case cancel(JobID)
  /// Cancel all jobs of a level that was left.
  case cancelLevel(LevelID)
  /// Send an action to another feature. `reduce` handles it, and never returns one.
  indirect case send(Action)

  /// Says why an action is impossible.
  static func refusal(_ words: String) -> Effect { .send(.dialog(.refused(words))) }

  /// Shows a note; `inList`: only while the current list is shown.
  static func note(_ words: String, isError: Bool = false, inList: Bool = false) -> Effect {
    .send(.noted(words, isError: isError, inList: inList))
  }
}
