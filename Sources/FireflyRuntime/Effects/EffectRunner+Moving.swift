import FireflyApp

extension EffectRunner {
  /// Runs an effect of moving and undoing.
  func run(_ effect: MovingEffect) {
    switch effect {
    case .loadAbilities:
      begin(.abilities) { [loader] send in
        send(.moving(.abilitiesResponse(await loader.abilities())))
      }
    case .move(let id, let parent):
      begin(.move(id)) { [loader] send in
        send(.moving(.moveResponse(id, await loader.move(id, to: parent))))
      }
    case .restore(let id):
      begin(.move(id)) { [loader] send in
        send(.moving(.restoreResponse(id, await loader.restore(id))))
      }
    }
  }
}
