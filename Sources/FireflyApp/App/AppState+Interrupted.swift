extension AppState {
  /// Does what was wanted before the sign-in, once the list in which that was is there again.
  mutating func goOnAfterSignIn() -> [Effect] {
    guard isListInFront, let wanted = accounts.interrupted, wanted.isResumed else { return [] }
    switch list.phase {
    case .failed: break
    case .loaded where wanted.post == selectedPost?.id: break
    case .loaded:
      accounts.interrupted = nil
      return [ListsState.goneNote]
    default: return []
    }
    accounts.interrupted = nil
    return [.send(wanted.purpose)]
  }
}
