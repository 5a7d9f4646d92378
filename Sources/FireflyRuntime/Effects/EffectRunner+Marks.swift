import FireflyAPI
import FireflyApp
import FireflyCore
import FireflyModel

extension EffectRunner {
  /// Runs an effect of marking posts.
  func run(_ effect: MarkEffect) {
    switch effect {
    case .set(let id, let mark, let isOn):
      begin(.named("mark \(id) \(mark)")) { [client = services.client] send in
        do throws(APIError) {
          let post = try await client.mark(id, mark, isOn)
          send(.mark(.response(id, mark, isOn, .success(post))))
        } catch {
          send(.mark(.response(id, mark, isOn, .failure(LoadFailure(error)))))
        }
      }
    case .vote(let id, let places):
      begin(.named("vote \(id)")) { [client = services.client] send in
        do throws(APIError) {
          send(.mark(.voted(.success(try await client.vote(id, places)))))
        } catch {
          send(.mark(.voted(.failure(LoadFailure(error)))))
        }
      }
    }
  }
}
