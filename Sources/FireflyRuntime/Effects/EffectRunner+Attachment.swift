import FireflyAPI
import FireflyApp
import FireflyClient
import FireflyCore
import FireflyModel
import FireflyPictures

extension EffectRunner {
  /// Runs an effect of attached pictures.
  func run(_ effect: AttachmentEffect) {
    switch effect {
    case .attach(let paths, let key):
      begin(.attachment(key.target)) { [services] send in
        let response = await services.attach(paths, to: key)
        send(.editor(.attachment(.response(key.target, response))))
      }
    case .completePath(let text):
      begin(.completion) { send in
        let completion = await BlockingThread.run { TypedPath(text).completion }
        send(.editor(.attachment(.completed(completion))))
      }
    case .recognize(let offer, let target):
      begin(.recognition) { send in
        let isPicture = await BlockingThread.run {
          offer.paths.allSatisfy { PictureFile(TypedPath($0).bytes).looksLikePicture }
        }
        if isPicture { send(.editor(.attachment(.recognized(offer, target)))) }
      }
    case .checkRemoval(let target):
      begin(.removalCheck) { [client = services.client] send in
        let isPossible = try? await client.has(.picture)
        send(.editor(.attachment(.removalChecked(target, isPossible: isPossible))))
      }
    }
  }
}

extension EffectServices {
  @MainActor
  fileprivate func attach(_ paths: [String], to key: Draft.Key) async -> AttachmentResponse {
    guard let drafts else {
      return .refused("Drafts can't be stored here, so a picture can't be attached.")
    }
    var all: [AttachedPicture] = []
    for path in paths {
      let (response, pixels) = await drafts.pictures.attach(
        path, to: key, showing: PictureStore.decodedSize, log: log)
      guard case .attached(let attached) = response else { return response }
      if let pixels {
        for each in attached {
          pictures.memory.insert(pixels, at: each.picture.address)
          pictures.memory.insert(pixels, at: each.picture.inText.address)
        }
      }
      all += attached
    }
    return .attached(all)
  }
}
