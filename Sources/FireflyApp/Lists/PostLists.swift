import FireflyCore

/// The part of the lists that features which change posts can use: a post changes in all lists at once.
protocol PostLists {
  var explorer: Explorer { get }
  /// The current explorer's path and lists.
  var current: ExplorerState { get }
  var list: ListState { get }
  var level: LevelID { get }
  var selectedPost: Post? { get }
  /// Returns the list of a level; nil if the level has been left.
  subscript(level: LevelID) -> ListState? { get }

  /// Returns a post from any list that shows it.
  func knownPost(_ id: Post.ID) -> Post?
  /// Changes a post in all lists; returns effects that lay its body out again.
  mutating func change(
    _ id: Post.ID, _ context: Context, _ change: (inout Post) -> Void
  ) -> [Effect]
  mutating func remove(_ id: Post.ID, _ context: Context) -> ListsState.Removal
  /// Removes a post from the list of its parent only.
  mutating func remove(
    _ id: Post.ID, from parent: Post.ID?, _ context: Context
  ) -> ListsState.Removal
  /// Puts a removed post back.
  mutating func restore(_ removal: ListsState.Removal, _ context: Context)
  /// Returns requests for the other lists in which a new post belongs.
  func requests(afterNew post: Post, in level: LevelID?) -> [Effect]
  /// Returns a request that loads the root of an explorer again.
  func reloadRoot(_ explorer: Explorer) -> [Effect]
  /// Returns requests for the lists in which a moved post belongs.
  func requests(afterMove post: Post) -> [Effect]
}

/// The part of the lists that writing can use: the card that is edited is a card of a list.
protocol WritingLists: PostLists {
  /// Inserts the card of a new post at the top of the current list, selects and expands it.
  mutating func insertUnsaved(_ post: Post)
  /// Sets the reply of the current thread that a new post answers; nil for the thread's parent.
  mutating func answerInThread(_ id: Post.ID?, _ context: Context)
  /// Removes the card of a new post, and returns to the position from before.
  mutating func removeUnsaved(
    _ card: Post.ID, _ level: LevelID, origin: Navigator.ListPosition, _ context: Context)
  /// Replaces the card of a new post by the saved post.
  mutating func replaceUnsaved(
    _ card: Post.ID, with post: Post, in level: LevelID, _ context: Context)
  /// Inserts a saved post into the other lists in which it belongs.
  mutating func insertEverywhere(_ post: Post, _ context: Context)
  /// Selects and expands a card that is going to be edited.
  mutating func expandForWriting(_ id: Post.ID, _ context: Context)
  mutating func scrollCaretIntoView(_ editor: EditorState, _ context: Context)
  /// Scrolls to the selected card of a level.
  mutating func scrollSelectionIntoView(of level: LevelID, _ context: Context)
  /// Scrolls while a card is edited.
  mutating func scrollWhileWriting(rows: Double, _ context: Context)
  /// Scrolls by notches of the mouse wheel while a card is edited.
  mutating func wheelWhileWriting(_ notches: Int, _ context: Context)

  /// Returns the current user's profile, if the users are loaded.
  func profile(of account: Account) -> Post?
  /// Goes down one level.
  mutating func goDown(
    to destination: Navigator.Destination, of parent: Post?, _ context: Context
  ) -> [Effect]
  /// Goes to the root of an explorer.
  mutating func showRoot(_ explorer: Explorer, _ context: Context) -> [Effect]
  /// Selects a post in the current list, and adds it if it is missing.
  mutating func show(_ post: Post, _ context: Context)
  /// Changes the name of an author on all posts.
  mutating func nameAuthor(_ account: Account, _ name: String)
}

extension ListsState: WritingLists {}

extension PostLists {
  /// Returns the context for a level's list: a thread has a rectangle of its own.
  func fitting(_ context: Context, _ level: LevelID) -> Context {
    context.with(context.layout.with(isThread: self[level]?.isThread == true))
  }
}
