import FireflyApp

extension EffectRunner {
  func run(_ effect: PictureEffect) {
    switch effect {
    case .load(let address):
      services.pictures.prepare()
      // For a remote server, show the cached picture first.
      let usesKept = services.lists != nil
      begin(.picture(address)) { [pictures = services.pictures] send in
        await pictures.load(address, usesKept: usesKept) { send(.picture($0)) }
      }
    case .rename(let old, let new): services.pictures.memory.rename(old, to: new)
    }
  }
}

extension PictureStore {
  /// Loads a picture and sends the result: first the cached copy, then the server's if that
  /// differs.
  fileprivate func load(
    _ address: String, usesKept: Bool, _ send: (PictureAction) -> Void
  ) async {
    guard await queue.waitForTurn(address) else { return send(.postponed(address: address)) }
    let kept = usesKept ? await loadFromDisk(address) : nil
    if let kept { send(.response(address: address, aspectRatio: kept)) }
    let ratio = await kept == nil ? load(address) : loadIfChanged(address)
    await queue.endTurn(address)
    if let ratio {
      send(.response(address: address, aspectRatio: ratio))
    } else if kept == nil {
      send(.failed(address: address, reason: takeFailure(of: address)))
    }
  }
}
