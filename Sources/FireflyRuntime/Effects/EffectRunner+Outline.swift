import FireflyApp

extension EffectRunner {
  /// Runs an effect of the outline.
  func run(_ effect: OutlineEffect) {
    switch effect {
    case .load(let top):
      begin(.outline) { [loader] send in
        send(.outline(.response(top: top, await loader.outline(of: top))))
      }
    }
  }
}
