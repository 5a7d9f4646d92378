import FireflyApp
import FireflyCore

extension JobID {
  fileprivate static let later = JobID.named("saved posts")
  fileprivate static let muted = JobID.named("muted people")
  fileprivate static let branches = JobID.named("silenced threads")
}

extension EffectRunner {
  /// Runs an effect of the posts that are saved for later.
  func run(_ effect: LaterEffect) {
    guard let file = services.later else { return }
    let client = services.client
    begin(.later) { send in
      switch effect {
      case .add(let post, let page):
        let address = if let page { page } else { (try? await client.page(post.id)) ?? nil }
        let result = await Self.blocking { () throws(SystemProblem) in
          try file.add(post, address: address)
        }
        send(.later(.response(result, said: "Saved for later: it is among the searches.")))
      case .remove(let id):
        let result = await Self.blocking { () throws(SystemProblem) in try file.remove(id) }
        send(.later(.response(result, said: "No longer saved for later.")))
      }
    }
  }

  /// Runs an effect of what is muted, silenced or followed.
  func run(_ effect: MuteEffect) {
    switch effect {
    case .store(let person, let isMuted, let said):
      guard let file = services.muted else { return }
      begin(.muted) { send in
        let result = await Self.blocking { () throws(SystemProblem) in
          Set(try file.set(person, isMuted: isMuted))
        }
        send(.mute(.response(result, said: said)))
      }
    case .storeWord(let word, let isMuted, let said):
      guard let file = services.mutedWords else { return }
      begin(.muted) { send in
        let result = await Self.blocking { () throws(SystemProblem) in
          try file.set(word, isMuted: isMuted)
        }
        send(.mute(.wordsResponse(result, said: said)))
      }
    case .storeBranch(let change, let links, let said):
      guard let file = services.branches else { return }
      begin(.branches) { send in
        let result = await Self.blocking { () throws(SystemProblem) in
          try file.apply(change, links: links)
        }
        send(.mute(.branchesResponse(result, said: said)))
      }
    case .storeLinks(let links):
      guard let file = services.branches else { return }
      BlockingThread.queue.async { _ = try? file.apply(nil, links: links) }
    }
  }

  /// Changes a file on the thread for blocking calls.
  private static func blocking<Value: Sendable>(
    _ change: @escaping @Sendable () throws(SystemProblem) -> Value
  ) async -> Result<Value, LoadFailure> {
    await BlockingThread.run {
      do throws(SystemProblem) {
        return .success(try change())
      } catch {
        return .failure(LoadFailure(.refused, "Not saved: \(error.description)."))
      }
    }
  }

  /// Loads the children of a post ahead of the reader, when nothing else is loading.
  func prefetchChildren(of id: Post.ID, after delay: Double) {
    begin(.prefetch) { [weak self, loader] send in
      // At most some seconds.
      for _ in 0..<20 {
        try? await Task.sleep(for: .seconds(delay))
        guard let self, !Task.isCancelled else { return }
        if requests.isEmpty { break }
      }
      guard case .success(let page) = await loader.children(of: id) else { return }
      if page.isCut {
        send(.columns(.firstRepliesLoaded(of: id, page.posts)))
      } else {
        send(.list(.childrenPrefetched(of: id, page.posts)))
      }
    }
  }
}
