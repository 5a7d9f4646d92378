import FireflyCore
import Foundation

/// Something to be done outside of the state.
///
/// Plain values, so that tests compare them.
public enum Effect: Hashable, Sendable {
  /// Load an explorer's own list, or its next page after the post numbered `before`.
  case loadRoot(level: LevelID, onlyMine: Bool, before: Post.ID? = nil, limit: Int = 50)
  /// Load an explorer's own list: the user's own posts if there are any, else everybody's.
  case loadBeginning(level: LevelID, limit: Int)
  /// Look for a list as the server told it the last time.
  case loadKeptList(ListSource, level: LevelID)
  /// Load the children of a post; the first of them early, where there are many.
  case loadChildren(of: Post.ID, level: LevelID, isLong: Bool = false)
  /// Load what a saved search finds.
  case loadResults(query: Post.ID, level: LevelID)
  /// Load a person's profile.
  case loadProfile(email: String, level: LevelID)
  /// Load the user's own profile, to write it; a server makes a blank one where there is none.
  case loadOwnProfile(email: String)
  /// Load the post above a level.
  case loadParent(Post.ID, level: LevelID)
  /// Load a post and all above it.
  case loadPath(to: Post.ID)
  /// Load a branch for the outline.
  case loadOutline(of: Post.ID)
  /// Ask which saved searches, of those a level shows, have new matches.
  case loadBadges([Post.ID], level: LevelID)
  /// Have the server tell what happens, after the event of this number.
  case openEvents(after: Int?)
  /// Ask what is new, and which of one's saved searches have new matches.
  case loadNews(queries: [Post.ID])
  /// Remember that one has looked at what an explorer has; the time of its newest post, if that is known.
  case noteViewed(Explorer, newest: Date?)
  /// Remember whose posts an explorer shows.
  case keepAudience(Explorer, onlyMine: Bool)
  /// Remember the user's new name.
  case keepName(String)
  /// Remember that the user knows why an explorer shows only their own posts.
  case noteAudienceExplained(Explorer)
  /// Remember that somebody has written something of an explorer's kind.
  case noteWritten(Explorer, by: String)
  /// Load a picture.
  case loadPicture(address: String)
  /// Look all posts of a list through for a text.
  case findMatches(of: String, in: [Post], level: LevelID)
  /// Lay a body out.
  case formatBody(String, post: Post.ID, level: LevelID, columns: Int)
  /// Look for the draft of what one begins to write, which no other program can write from then on; of a new
  /// post, another one where that is written already.
  case openDraft(Draft.Key)
  /// The same, for just this draft.
  case reopenDraft(Draft.Key)
  /// Begin a new draft beside those that wait in its place.
  case openNewDraft(Draft.Key)
  /// Look which of some drafts belong to posts that are gone, and where else they could go.
  case findOrphans([Draft])
  /// Make a draft one of a new post, and save it then or leave it.
  case renewDraft(Draft, as: Draft.Place, saves: Bool)
  /// Keep a draft soon, as it is then: its texts are put together only once for many keys.
  case draftChanged(Draft.Key)
  /// Keep a draft as it is now.
  case keepDraft(Draft)
  /// End the writing of a draft, which stays on the disk.
  case closeDraft(Draft.Key)
  /// End the writing of a draft, and remove it: nothing of it is needed.
  case removeDraft(Draft.Key)
  /// End the writing of a draft, which can be restored for a day.
  case discardDraft(Draft)
  /// Make a discarded draft one that waits again.
  case restoreDraft(Draft)
  /// Make a picture ready to be sent with a draft; its path is as somebody typed it.
  case attachPicture(String, to: Draft.Key)
  /// Look how a path that is typed can go on.
  case completePath(String)
  /// Look whether a pasted text is the path of a picture.
  case recognizePicture(PictureOffer, Draft.Place)
  /// Ask whether the server can take a picture off a post.
  case checkPictureRemoval(Draft.Place)
  /// Know a picture by another address.
  case renamePicture(from: String, to: String)
  /// Lay out what is being written as it will be read; its words have changed so often.
  case formatPreview(String, revision: Int, columns: Int)
  /// Look for the drafts that an account has on a server.
  case findDrafts(server: String, account: String)
  /// Hand a text, which was made of a draft, to the user's own editor; that has the terminal until it ends.
  case openExternalEditor(String, of: Draft)
  /// Save a post, and remove its draft when that is done.
  case savePost(Draft)
  /// Delete a post.
  case deletePost(Post.ID)
  /// Ask what the server can do beyond the contract.
  case loadServerAbilities
  /// Move a post below another one, or to the root.
  case movePost(Post.ID, to: Post.ID?)
  /// Bring back a post that was deleted.
  case restorePost(Post.ID)
  /// Load what stands in the empty fields of a template.
  case loadTemplate(String)
  /// Ask the dictionary of the language that the configuration names.
  case spelling(SpellingRequest, Settings.Spelling)
  /// Have a sign-in code sent.
  case sendCode(to: String)
  /// Sign in with a code.
  case signIn(email: String, code: String)
  /// Sign out.
  case signOut
  /// Stop a job: what it would bring is not needed any more.
  case cancel(JobID)
  /// Stop all jobs of a level, which has been left.
  case cancelLevel(LevelID)
  /// Open an address in the user's browser.
  case openLink(String)
  /// Put text on the terminal's clipboard.
  case copy(String)
  /// Write everything anew.
  case redraw
  /// Stop until the shell continues the program.
  case suspend
  /// Leave the loop.
  case quit
  /// Hand an action to another feature. `reduce` does that itself, and returns none of these.
  indirect case send(Action)
}

extension Effect {
  /// The job that does it; nil where it is done at once.
  public var job: JobID? {
    switch self {
    case .loadRoot(let level, _, let before, _):
      .level(level, before == nil ? .posts : .nextPage)
    case .loadBeginning(let level, _), .loadChildren(_, let level, _), .loadResults(_, let level),
      .loadProfile(_, let level):
      .level(level, .posts)
    case .loadKeptList(_, let level): .level(level, .keptPosts)
    case .loadOwnProfile: .ownProfile
    case .loadParent(_, let level): .level(level, .parent)
    case .loadBadges(_, let level): .level(level, .badges)
    case .openEvents: .events
    case .loadNews: .news
    case .formatBody(_, let post, let level, _): .level(level, .body(post))
    case .findMatches(_, _, let level): .level(level, .matches)
    case .loadPath: .path
    case .loadOutline: .outline
    case .loadPicture(let address): .picture(address)
    case .openDraft(let key), .reopenDraft(let key), .openNewDraft(let key): .draft(key.place)
    case .findOrphans: .orphans
    case .renewDraft(let draft, _, _): .renewal(draft.key.place)
    case .findDrafts: .drafts
    case .savePost(let draft): .save(draft.key.place)
    case .deletePost(let id): .delete(id)
    case .loadServerAbilities: .abilities
    case .movePost(let id, _), .restorePost(let id): .move(id)
    case .loadTemplate(let name): .template(name)
    case .spelling(.check, _): .spelling
    case .spelling(.suggest, _): .otherWords
    case .spelling(.add(let word), _): .newWord(word)
    case .attachPicture(_, let key): .attachment(key.place)
    case .completePath: .completion
    case .recognizePicture: .recognition
    case .checkPictureRemoval: .removalCheck
    case .formatPreview: .preview
    case .sendCode, .signIn, .signOut: .account
    case .keepName, .noteAudienceExplained: nil
    case .noteViewed, .keepAudience, .noteWritten, .draftChanged, .renamePicture, .keepDraft,
      .closeDraft, .removeDraft, .discardDraft, .restoreDraft, .cancel,
      .cancelLevel, .openExternalEditor, .openLink, .copy, .redraw, .suspend, .quit, .send:
      nil
    }
  }

  /// The level that asked for it; nil where none did.
  var level: LevelID? {
    if case .level(let level, _) = job { level } else { nil }
  }
}
