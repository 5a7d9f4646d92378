import FireflyApp

extension JobID {
  fileprivate static let browser = JobID.named("the browser")
  fileprivate static let titles = JobID.named("titles to link")
}

extension EffectRunner {
  /// Runs an effect of links; returns its immediate result.
  func run(_ effect: LinksEffect) -> Action? {
    switch effect {
    case .open(let address): return open(address)
    case .play(let address): return open(address, isRecording: true)
    case .findPost(let id):
      begin(.path) { [loader] send in
        send(.links(.postResponse(id, await loader.path(to: id))))
      }
      return nil
    case .findTitles(let words):
      begin(.titles) { [loader] send in
        // The next key replaces this job.
        try? await Task.sleep(for: .milliseconds(120))
        if Task.isCancelled { return }
        let posts = await loader.posts(titled: words)
        if !posts.isEmpty { send(.links(.picker(.found(posts)))) }
      }
      return nil
    case .findPage(let id, let copies):
      let places = services.places
      begin(.browser) { [loader] send in
        switch await loader.page(of: id) {
        case .failure(let failure): send(.noted(failure.sentence, isError: true))
        case .success(let address):
          // A browser shows what Firefly can't.
          if !copies, let address, places?.go(.page(address)) == true { return }
          send(.links(.pageResponse(address, copies: copies)))
        }
      }
      return nil
    }
  }

  /// Opens an address outside of Firefly; one whose ending says so is a recording, too.
  private func open(_ address: String, isRecording: Bool = false) -> Action {
    begin(.browser) { [weak self] send in
      guard let browser = self?.services.browser else { return }
      let complaint = await browser.open(address, isRecording: isRecording) {
        await self?.runInTerminal($0) ?? .opened
      }
      send(
        complaint.map { .links(.openFailed(address, $0)) }
          ?? .noted("Opened \(address)", isError: false))
    }
    return .noted("Opening \(address)…", isError: false)
  }
}
