import FireflyApp
import FireflyCore

// Lists and pictures of the last time, beside those that the server is asked for.
extension EffectRunner {
  /// Sends actions on, and keeps the lists among them that are there as a whole.
  func keeping(
    _ source: ListSource?, _ send: @escaping (Action) -> Void
  ) -> (Action) -> Void {
    guard let source, let lists else { return send }
    return { [account = account()] action in
      switch action {
      case .list(.postsResponse(_, .success(let page))) where !page.isCut && !page.isBroken:
        Task { await lists.keep(page, of: source, of: account) }
      case .list(.beginningResponse(let level, let onlyMine, .success(let page))):
        let chosen = ListSource.root(level.explorer, onlyMine: onlyMine)
        Task {
          await lists.keep(page.posts, onlyMine: onlyMine, of: source, of: account)
          await lists.keep(page.posts, onlyMine: onlyMine, of: chosen, of: account)
        }
      default: break
      }
      send(action)
    }
  }

  /// Gets a picture, and sends what is known of it: of the disk's copy first, then of the server's if it is
  /// another.
  func load(_ address: String, _ send: (Action) -> Void) async {
    guard await pictures.turns.take(address) else {
      return send(.picture(.postponed(address: address)))
    }
    // Where the server is far, its picture of the last time is better than none.
    let kept = lists == nil ? nil : await pictures.loadKept(address)
    if let kept { send(.picture(.response(address: address, aspectRatio: kept))) }
    let ratio = await kept == nil ? pictures.load(address) : pictures.loadChanged(address)
    await pictures.turns.leave(address)
    if ratio != nil || kept == nil {
      send(.picture(.response(address: address, aspectRatio: ratio)))
    }
  }
}
