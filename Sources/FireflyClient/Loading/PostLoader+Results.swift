import FireflyAPI
import FireflyCore
import FireflyModel

// The results of saved searches.
extension PostLoader {
  /// Maximum number of search results where no limit is given, and of requests at a time: one for each result.
  package static let maximumResults = SearchHit.maximumShown

  /// Loads the results of a saved search in the server's order.
  ///
  /// Each page extends the one before; the last one is complete.
  ///
  /// A result that fails is requested once more, because some servers report existing posts as
  /// missing under load. After that it is left out and counted.
  ///
  /// - Parameter limit: maximum number of posts; the last page says whether there are more.
  package func results(
    of query: Post.ID, limit: Int = maximumResults
  ) -> AsyncStream<Result<PostPage, LoadFailure>> {
    AsyncStream { send in
      switch await response({ try await client.search(query, limit + 1) }) {
      case .failure(let failure): send(.failure(failure))
      case .success(let hits):
        for await page in pages(of: hits, limit: limit) { send(.success(page)) }
      }
    }
  }

  /// Loads the posts of hits.
  ///
  /// Each page extends the one before; the last one is complete.
  ///
  /// - Parameter limit: maximum number of posts; further hits replace those that fail.
  package func pages(of hits: [SearchHit], limit: Int = maximumResults) -> AsyncStream<PostPage> {
    AsyncStream { send in
      let maximum = limit < hits.count ? 2 * limit : limit
      await load(hits.prefix(maximum).map(\.id), limit: limit, isAll: hits.count <= limit, send)
    }
  }

  private func load(
    _ hits: [Post.ID], limit: Int, isAll: Bool, _ send: (PostPage) -> Void
  ) async {
    var found: [Post.ID: Result<Post, LoadFailure>] = [:]
    // The number of requested hits, of those that failed, and of hits complete from the start.
    var (asked, failed, complete) = (min(limit, Self.maximumResults, hits.count), 0, 0)
    var reachability = ServerReachability()
    await withTaskGroup(of: (Post.ID, Result<Post, LoadFailure>).self) { group in
      for id in hits.prefix(asked) { group.addTask { (id, await postWithRetry(id)) } }
      for await (id, result) in group {
        found[id] = result
        reachability.record(result)
        if case .failure = result { failed += 1 }
        if asked - failed < limit, !reachability.isBroken, asked < hits.count {
          let next = hits[asked]
          asked += 1
          group.addTask { (next, await postWithRetry(next)) }
        }
        let before = complete
        while complete < asked, found[hits[complete]] != nil { complete += 1 }
        // Each page has all posts again: of long lists only the beginning comes in parts.
        if complete > before, complete < asked, complete <= Self.maximumResults {
          var beginning = page(hits.prefix(complete), of: found)
          beginning.isCut = true
          send(beginning)
        }
      }
    }
    guard !Task.isCancelled else { return }
    var all = page(hits.prefix(asked), of: found)
    (all.isBroken, all.hasMore) = (reachability.isBroken, !isAll)
    send(all)
  }

  private func postWithRetry(_ id: Post.ID) async -> Result<Post, LoadFailure> {
    let first = await post(id)
    guard case .failure(let failure) = first, failure.kind != .cancelled else { return first }
    return await post(id)
  }

  private func page(
    _ hits: ArraySlice<Post.ID>, of found: [Post.ID: Result<Post, LoadFailure>]
  ) -> PostPage {
    var page = PostPage(posts: [], hits: Array(hits))
    for id in hits {
      switch found[id] {
      case .success(let post): page.posts.append(post)
      case .failure(let failure): page.skipped.append("result \(id): \(failure.sentence)")
      case nil: break
      }
    }
    return page
  }
}

/// Whether a server is still reachable, by the results of many requests.
private struct ServerReachability {
  /// Network failures since the last success.
  private var failures: [LoadFailure.Kind] = []

  /// A single timeout is not enough.
  var isBroken: Bool { failures.contains { $0 != .timedOut } || failures.count > 1 }

  mutating func record<Value>(_ result: Result<Value, LoadFailure>) {
    guard case .failure(let failure) = result else { return failures = [] }
    if [.offline, .interrupted, .timedOut].contains(failure.kind) { failures.append(failure.kind) }
  }
}
