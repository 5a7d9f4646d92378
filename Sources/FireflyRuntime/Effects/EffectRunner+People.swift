import FireflyAPI
import FireflyApp
import FireflyCore
import FireflyModel

extension EffectRunner {
  /// Runs an effect of the people of a service.
  func run(_ effect: PersonEffect) {
    let client = services.client
    switch effect {
    case .load(let handle, let id):
      begin(.named("a person")) { send in
        do throws(APIError) {
          send(.person(.loaded(at: id, .success(try await client.profile(handle, true)))))
        } catch {
          send(.person(.loaded(at: id, .failure(LoadFailure(error)))))
        }
      }
    case .relate(let person, let change):
      begin(.named("a change of \(person.profile)")) { send in
        do throws(APIError) {
          let profile = try await client.relate(person.profile, change)
          send(.person(.response(person, change, .success(profile))))
        } catch {
          send(.person(.response(person, change, .failure(LoadFailure(error)))))
        }
      }
    }
  }
}
