import FireflyApp

extension EffectRunner {
  /// Runs an effect of links; returns a note with the result.
  func run(_ effect: LinksEffect) -> Action? {
    switch effect {
    case .open(let address):
      let complaint = services.browser.open(address)
      return .noted(complaint ?? "Opened \(address)", isError: complaint != nil)
    case .findPage(let id, let copies):
      return .links(.pageResponse(services.client.page(id), copies: copies))
    }
  }
}
