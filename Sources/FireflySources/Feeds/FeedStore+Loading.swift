import FireflyAPI
import FireflyCore

// Requests for feeds, and what becomes of the answers.
extension FeedStore {
  /// Maximum number of further feeds of a page.
  private static let maximumOthers = 9

  /// Requests a feed, unless another program does.
  ///
  /// - Returns: the numbers of its new entries.
  func load(_ address: String) async -> [Int] {
    let file = storage.entries(address)
    // Another program may have requested it.
    let isDue = claim(address, file)
    let kept = self.kept(address)
    guard isDue else {
      let known = Set(feed(address).rows.map(\.id))
      adopt(kept)
      return self.feed(address).rows.map(\.id).filter { !known.contains($0) }
    }
    var answer = await answer(
      kept.facts.feed ?? address, namedBy: kept.facts.feed == nil ? nil : address, kept.facts)
    var feed = kept.facts.feed
    var others = kept.facts.others
    if case .page(let page, _, _) = answer.result, answer.document == nil,
      case let all = FeedDiscovery.feeds(in: page), let found = all.first
    {
      feed = found.address
      others = all.dropFirst().filter { !$0.isOfComments }.prefix(Self.maximumOthers).map(\.address)
      var facts = kept.facts
      facts.version = .init()
      answer = await self.answer(found.address, namedBy: address, facts)
    }
    if Task.isCancelled {
      setTime(of: address, in: file, to: 0)
      return []
    }
    return finish(address, feed, others, answer, file)
  }

  /// The answer of a server, with the feed in it.
  private struct Answer {
    var result: PageClient.FeedAnswer
    var document: FeedDocument?
  }

  /// Requests a feed.
  ///
  /// - Parameters:
  ///   - page: the page that names it; nil if the user has typed the address.
  ///   - facts: what is known of it.
  private func answer(
    _ address: String, namedBy page: String?, _ facts: KeptFeed.Facts
  ) async -> Answer {
    var origin: ServerAddress?
    if let page {
      // What a page names must not lead into the user's own network, except to its own server.
      do throws(APIError) {
        let own = try Self.server(of: page)
        if try Self.server(of: address) != own { origin = own }
      } catch {
        return Answer(result: .failed(error, retryAfter: nil))
      }
    }
    let isEmpty = facts.version == .init() || facts.receivedAt == nil
    let result = await client(origin).feed(
      at: address, unless: isEmpty ? nil : facts.version, byteLimit: FeedDocument.maximumBytes)
    guard case .page(let page, _, _) = result else { return Answer(result: result) }
    // Some servers have feeds as files of gzip, and say nothing of it.
    let bytes = storage.unpacked(page.bytes, limit: FeedDocument.maximumBytes) ?? page.bytes
    return Answer(
      result: result,
      document: FeedDocument(bytes, contentType: page.contentType, at: page.address))
  }

  private func finish(
    _ address: String, _ feed: String?, _ others: [String]?, _ answer: Answer,
    _ file: SourceStorage<KeptFeed>
  ) -> [Int] {
    var new: [Int] = []
    var newAddress: String?
    var result = kept(address)
    func change(_ kept: inout KeptFeed) {
      kept.facts.nextAt = clock() + Self.interval
      switch answer.result {
      case .unchanged(let version, let moved):
        // What is wrong with the document is still so.
        if kept.facts.failures != nil { kept.facts.failure = nil }
        (kept.facts.failures, kept.facts.receivedAt) = (nil, clock())
        (kept.facts.isRefused, kept.facts.asksForPause) = (nil, nil)
        (newAddress, kept.facts.movedTo) = (moved, nil)
        // The server may have a new name for the same version.
        kept.facts.version.etag = version.etag ?? kept.facts.version.etag
        kept.facts.version.modified = version.modified ?? kept.facts.version.modified
      case .failed(let error, let seconds):
        fail(&kept, isAnswered: error.isAnswer)
        kept.facts.failure = error.sentence
        kept.facts.isRefused = nil
        if case .status(401, _) = error {
          (kept.facts.failure, kept.facts.isRefused) = (loginProblem(of: address), true)
        }
        if case .status(404, _) = error { kept.facts.isNoFeed = true }
        if case .status(410, _) = error { kept.facts.isNoFeed = true }
        if let seconds {
          kept.facts.nextAt = max(kept.facts.nextAt, clock() + Double(seconds))
          // How long it is now is said when it is shown.
          if case .status(let code, _) = error {
            kept.facts.failure = "The server asks for a pause (\(code))."
            kept.facts.asksForPause = true
          }
        }
      case .page(_, let version, let moved):
        guard let document = answer.document else {
          fail(&kept, isAnswered: true)
          kept.facts.failure = "There is no feed at this address, and the page names none."
          kept.facts.isNoFeed = true
          return
        }
        (kept.facts.version, kept.facts.feed, kept.facts.others) = (version, feed, others)
        (newAddress, kept.facts.movedTo) = (moved, nil)
        new = kept.receive(document, at: clock())
      }
    }
    // What can't be kept is shown all the same; the storage says that it isn't kept.
    var isKept = false
    try? file.update { known in
      result = known ?? KeptFeed(address)
      change(&result)
      isKept = true
      return result
    }
    if !isKept { change(&result) }
    adopt(result)
    if feed == nil, let moved = newAddress.flatMap(FeedList.address), moved != address {
      move(result, to: moved)
    }
    guard !storage.filters.isEmpty else { return new }
    let shown = Set(self.feed(address).rows.map(\.id))
    return new.filter(shown.contains)
  }

  static func server(of address: String) throws(APIError) -> ServerAddress {
    try ServerAddress(String(origin(of: address)))
  }

  /// Returns what an address has before its path.
  static func origin(of address: String) -> Substring {
    let start = address.range(of: "://")?.upperBound ?? address.startIndex
    return address[..<(address[start...].firstIndex { "/?#".contains($0) } ?? address.endIndex)]
  }
}
