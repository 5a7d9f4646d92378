import FireflyApp
import FireflyCore
import FireflyModel

extension EffectRunner {
  /// Runs an effect of moving, deleting and undoing.
  func run(_ effect: MovingEffect) {
    switch effect {
    case .loadAbilities:
      begin(.abilities) { [loader] send in
        send(.moving(.abilitiesResponse(await loader.abilities())))
      }
    case .move(let id, let parent):
      begin(.move(id)) { [loader] send in
        let (response, size) = await loader.move(id, to: parent)
        send(.moving(.moveResponse(id, response, size)))
      }
    case .delete(let id):
      begin(.delete(id)) { [services] send in
        send(.moving(.deleteResponse(id, await services.deletion(of: id))))
      }
    case .redraft(let id, let server, let account):
      begin(.delete(id)) { [services] send in
        guard let drafts = services.drafts else {
          let failure = LoadFailure(.forbidden, "Drafts can't be stored here.")
          return send(.moving(.deleteResponse(id, .failed(failure))))
        }
        do throws(LoadFailure) {
          let draft = try await services.client.redraft(id, on: server, by: account, in: drafts)
          let response = await services.deletion(of: id)
          if case .failed = response { drafts.remove(draft.key) }
          send(.moving(.deleteResponse(id, response, draft)))
        } catch {
          send(.moving(.deleteResponse(id, .failed(error))))
        }
      }
    case .restore(let id):
      begin(.move(id)) { [loader] send in
        send(.moving(.restoreResponse(id, await loader.restore(id))))
      }
    }
  }
}

extension EffectServices {
  fileprivate func deletion(of id: Post.ID) async -> DeleteResponse {
    let deletion = await client.deletion(of: id)
    log.info("deleting", metadata: ["post": "\(id)", "outcome": "\(deletion)"])
    return switch deletion {
    case .done: .deleted
    case .failed(let error): .failed(LoadFailure(error))
    case .unconfirmed(let error): .unconfirmed(LoadFailure(error))
    }
  }
}
