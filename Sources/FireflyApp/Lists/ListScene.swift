import FireflyCore

/// What the views of the lists show: the lists, and what other features add to them.
///
/// A feature that marks cards adds its state here.
struct ListScene {
  /// The three explorers.
  let lists: ListsState
  /// The card that is being written on.
  let editor: EditorState?
  /// Whether nothing lies over that card.
  let isEditorOnTop: Bool
  /// What is looked for in the list.
  let find: FindState?
  /// What was written and is on its way.
  let writing: WritingState
  /// What is being saved although its card can't be seen, in words.
  let unseenProgress: String?
  /// The post that can be begun here.
  let offer: AddButton.Offer?
  /// The post that was picked up.
  let carried: Post?
  /// Which saved searches have new matches.
  let badges: BadgesState
  /// What the server can do beyond the contract; nil while it isn't known.
  let serverAbilities: ServerAbilities?
  /// The service that is read; nil for a server of Firefly's.
  let source: ReadOnlySource?
  /// Whether the list in front has a second one beside it.
  let hasAudiences: Bool

  /// The explorer in front.
  var explorer: ExplorerState { lists.current }
  /// Where the list in front leads from; nil for the first level of an explorer.
  var destination: Navigator.Destination? { explorer.navigator.current.destination }
}

extension ListScene {
  /// What the views of the lists show of a state.
  init(_ state: AppState) {
    self.init(
      lists: state.lists, editor: state.focus.editor,
      isEditorOnTop: state.focus.top is EditorState, find: state.focus.find,
      writing: state.writing, unseenProgress: state.unseenProgress,
      offer: AddButton.Offer(state), carried: state.moving.carried, badges: state.badges,
      serverAbilities: state.serverAbilities,
      source: state.source, hasAudiences: state.hasAudiences)
  }
}
