import FireflyApp
import FireflyClient
import FireflyCore
import FireflyModel

extension JobID {
  fileprivate static let later = JobID.named("saved posts")
  fileprivate static let muted = JobID.named("muted people")
  fileprivate static let branches = JobID.named("silenced threads")
}

extension EffectRunner {
  /// Runs an effect of the posts that are saved for later.
  func run(_ effect: LaterEffect) {
    guard let file = services.later else { return }
    let (client, shared, marks) = (services.client, sharedMarks, services.marks)
    let account = account
    begin(.later) { send in
      defer { shared?.changed() }
      switch effect {
      case .add(let post, let page):
        let address = if let page { page } else { (try? await client.page(post.id)) ?? nil }
        let result = await Self.blocking { () throws(SystemProblem) in
          try file.add(post, address: address)
        }
        send(.later(.response(result, said: "Saved for later: it is among the searches.")))
      case .remove(let id):
        let result = await Self.blocking { () throws(SystemProblem) in
          marks?.takeOff(id, of: account)
          return try file.remove(id)
        }
        send(.later(.response(result, said: "No longer saved for later.")))
      }
    }
  }

  /// Runs an effect of what is muted, silenced or followed.
  func run(_ effect: MuteEffect) {
    guard let files = services.muted else { return }
    switch effect {
    case .store(let change, let links):
      let id: JobID = if case .branch = change { .branches } else { .muted }
      begin(id) { send in
        let result = await Self.blocking { () throws(SystemProblem) in
          try files.apply(change, links: links)
        }
        send(.mute(.response(change, result)))
      }
    case .storeLinks(let links):
      BlockingThread.queue.async { try? files.keep(links) }
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

  /// Loads the children of a post ahead of the reader, when nothing else of a list is loading.
  func prefetchChildren(of id: Post.ID, after delay: Double) {
    begin(.prefetch) { [weak self, loader] send in
      // At most some seconds.
      for _ in 0..<20 {
        try? await Task.sleep(for: .seconds(delay))
        guard let self, !Task.isCancelled else { return }
        if !isLoadingLists { break }
      }
      switch await loader.children(of: id) {
      case .success(let page) where page.isCut:
        send(.columns(.firstRepliesLoaded(of: id, page.posts)))
      case .success(let page): send(.list(.childrenPrefetched(of: id, page.posts)))
      case .failure(let failure): send(.columns(.failed(id, "The replies are", failure)))
      }
    }
  }
}
