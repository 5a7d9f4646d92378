import FireflyApp
import FireflyModel

// What is kept of the state, and what can be read of it.
extension Runtime {
  /// Saves the changed drafts as they are now, with what was typed to find a post to link.
  package func saveDrafts() {
    if surroundings.offersLinks { send(.links(.picker(.pick(.closed)))) }
    effects.saveChangedDrafts()
  }

  /// Keeps how the threads on the paths are shown now.
  package func saveThreads() {
    effects.services.views?.keep(surroundings.openThreads, of: state.account.key)
  }

  /// What can be read now.
  package var surroundings: Surroundings { state.surroundings(at: clock.now) }

  /// The positions in the three explorers.
  package var places: SavedPositions { surroundings.savedPositions }

  /// Number of new posts of the place that are known; nil if none are counted.
  package var newPosts: Int? { surroundings.atTopOfPosts.newPosts }

  /// Whether the place has answered.
  package var hasAnswered: Bool { state.hasAnswered }

  /// The state of a session at another place, with the same screen and settings.
  package var renewedState: AppState { state.renewed }

  /// What can still be undone when the user comes back to the place.
  package var lastingSteps: UndoStack { state.lastingSteps }
}
