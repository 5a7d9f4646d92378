import FireflyCore
import FireflyModel

/// The state that the views of the lists draw: the lists, and additions of other features.
///
/// A feature that marks cards adds its state here.
struct ListScene {
  /// The three explorers.
  let lists: ListsState
  let editor: EditorState?
  /// Whether the editor is the topmost layer.
  let isEditorOnTop: Bool
  /// The search within the list.
  let find: FindState?
  /// The drafts, and the posts that are being saved.
  let writing: WritingState
  /// The progress of a save whose card isn't visible.
  let unseenProgress: String?
  /// The names of the user's own commands that run.
  let runningCommands: [String]
  /// The post that can be begun in the current list.
  let offer: AddButton.Offer?
  /// The post that is being moved.
  let movedPost: Post?
  /// What the side columns show.
  let columns: ColumnsState
  /// Who writes, if there are several accounts on the server; nil for one.
  let writer: String?
  /// The posts that are saved for later.
  let later: Later
  /// The words and people that are muted.
  let muted: Muted
  let badges: BadgesState
  /// Where the lists are.
  let site: Site
  /// Whether the place is a feed by its address, beside those that the user follows.
  let isOneFeed: Bool
  /// Number of unread posts here and below, with a + if there may be more; nil for none.
  let unread: String?
  /// Number of unread replies to the user.
  let answers: Int
  /// The unread posts that are known; nil without read marks.
  let unreadPosts: Set<Post.ID>?
  /// The title of the open card, while it is above the window; nil otherwise.
  var titleAbove: String?

  var explorer: ExplorerState { lists.current }
  /// The contents of the current level; nil at the root.
  var destination: Navigator.Destination? { explorer.navigator.current.destination }
}

extension ListScene {
  /// Returns a post as it is drawn: folded if it is muted and closed.
  ///
  /// - Parameters:
  ///   - isOpened: whether it stands below what it answers.
  ///   - expansion: how far it is open, 0…1.
  func shown(_ post: Post, isOpened: Bool, expansion: Double = 0) -> Post {
    guard expansion == 0, !post.isUnsaved else { return post }
    return muted.remark(on: post, reader: site.account, isOpened: isOpened).map(post.folded) ?? post
  }

  /// Returns whether a post of a list that has come is still new: it was not read elsewhere.
  func isNew(_ id: Post.ID, in list: ListState) -> Bool {
    guard let unreadPosts, let index = list.index(of: id), list.posts[index].hasReadMark else {
      return true
    }
    return unreadPosts.contains(id)
  }

  /// The title of a feed that is read alone: the bar says it, not each entry; nil elsewhere.
  var soleAuthor: String? {
    isOneFeed && explorer.navigator.depth == 0 ? explorer.list.soleAuthor : nil
  }

  /// The name of the current explorer's root list.
  var rootName: String {
    lists.standIn(at: site) ?? site.name(of: explorer.audience, in: lists.explorer)
  }

  /// Whether the key for lists shows another one than the current one.
  var hasOtherList: Bool {
    site.switches(in: lists.explorer) && lists.nextAudience(at: site) != explorer.audience
  }

  /// The name of the list that the key for it shows instead of the current one.
  var otherList: String {
    site.name(of: lists.nextAudience(at: site), in: lists.explorer)
  }

  /// Returns its name with the key: `a shows everyone's posts`.
  func otherListLabel(_ canvas: Canvas) -> String {
    canvas.keyHint(.list(.audiencePressed), "shows \(otherList)") ?? otherList
  }

  init(_ state: Surroundings) {
    let marks = state.readMarks
    self.init(
      lists: state.lists, editor: state.focus.editor,
      isEditorOnTop: state.focus.top is EditorState, find: state.focus.find,
      writing: state.writing, unseenProgress: state.unseenProgress,
      runningCommands: state.commands.running,
      offer: state.offer, movedPost: state.moving.movedPost,
      columns: state.columns, writer: state.shownWriter,
      later: state.later, muted: state.muted, badges: state.badges,
      site: state.site, isOneFeed: state.isOneFeed, unread: marks.unreadLabel(state),
      answers: marks.unreadAnswers,
      unreadPosts: marks.marks == nil ? nil : marks.index.posts,
      titleAbove: state.lists.titleAbove(state.context))
  }
}
