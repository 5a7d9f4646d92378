import FireflyApp
import FireflyCore

extension EffectRunner {
  /// Runs an effect of the people of a service.
  func run(_ effect: PersonEffect) {
    let client = services.client
    switch effect {
    case .load(let handle, let id):
      begin(.named("a person")) { [loader] send in
        let profile = await loader.response { @Sendable in try await client.profile(handle, true) }
        send(.person(.loaded(at: id, profile)))
      }
    case .relate(let person, let change):
      begin(.named("a change of \(person.profile)")) { [loader] send in
        let profile = await loader.response { @Sendable in
          try await client.relate(person.profile, change)
        }
        send(.person(.response(person, change, profile)))
      }
    }
  }
}
