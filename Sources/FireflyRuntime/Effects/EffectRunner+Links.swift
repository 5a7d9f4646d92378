import FireflyApp

extension JobID {
  fileprivate static let browser = JobID.named("the browser")
}

extension EffectRunner {
  /// Runs an effect of links; returns its immediate result.
  func run(_ effect: LinksEffect) -> Action? {
    switch effect {
    case .open(let address):
      begin(.browser) { [weak self] send in
        guard let browser = self?.services.browser else { return }
        let complaint = await browser.open(address) { await self?.runInTerminal($0) ?? .opened }
        send(.noted(complaint ?? "Opened \(address)", isError: complaint != nil))
      }
      return .noted("Opening \(address)…", isError: false)
    case .findPost(let id):
      begin(.path) { [loader] send in
        send(.links(.postResponse(id, await loader.path(to: id))))
      }
      return nil
    case .findPage(let id, let copies):
      let address = services.client.page(id)
      guard !copies, let words = address.flatMap(services.reads) else {
        return .links(.pageResponse(address, copies: copies))
      }
      begin(.browser) { [weak self] send in
        let exit = await self?.runInTerminal(.init(words: words, usesTerminal: true))
        guard case .failed? = exit, let address else { return }
        // A browser may show what Firefly can't.
        send(.links(.pageResponse(address, copies: false)))
      }
      return nil
    }
  }
}
