extension AppState {
  /// Does what was wanted before the sign-in, once the list in which that was is there again.
  mutating func goOnAfterSignIn() -> [Effect] {
    guard isListInFront, let wanted = accounts.interrupted, wanted.isResumed else { return [] }
    switch list.phase {
    case .failed: break
    case .loaded where wanted.post == selectedPost?.id: break
    case .loaded:
      if lists.awaitedPath != nil { return [] }
      guard let post = wanted.post, !wanted.isSought else {
        accounts.interrupted = nil
        return [ListsState.goneNote]
      }
      accounts.interrupted?.isSought = true
      return [.send(.list(.pathWanted(to: post)))]
    default: return []
    }
    accounts.interrupted = nil
    return [.send(wanted.purpose)]
  }
}
