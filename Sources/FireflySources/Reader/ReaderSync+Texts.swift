import FireflyAPI
import FireflyCore
import FireflyForeign

// Loads the texts of entries and keeps them.
extension ReaderSync {
  /// Loads the texts of those entries that are not kept.
  func load(_ ids: [String]) async throws(APIError) {
    let missing = missing(of: ids).prefix(Self.maximumRequests * ReaderAPI.texts)
    guard !missing.isEmpty else { return }
    let marked = numbers(with: .unread).union(numbers(with: .starred))
    var (items, asked): ([ReaderItem], Set<String>) = ([], [])
    var rest = missing[...]
    do throws(APIError) {
      while !rest.isEmpty {
        let part = Array(rest.prefix(ReaderAPI.texts))
        items += try await api.items(part)
        asked.formUnion(part)
        rest = rest.dropFirst(part.count)
        // Many at once, because each feed has a file, but not all of a service that sends too much.
        if items.reduce(0, { $0 + $1.size }) > Self.keptAtOnce {
          try keep(items, asked: asked, marked)
          (items, asked) = ([], [])
        }
      }
    } catch {
      // What has come is kept.
      try keep(items, asked: asked, marked)
      throw error
    }
    try keep(items, asked: asked, marked)
  }

  /// Bytes of texts after which they are kept before more are asked for.
  private static let keptAtOnce = 8 << 20

  /// What is unread or starred.
  var marked: Set<String> {
    let kept = storage.current
    return kept[.unread].entries.union(kept[.starred].entries)
  }

  /// Loads the texts of one request that are not kept of some entries, the newest first.
  ///
  /// - Returns: whether there were any.
  func loadMore(of ids: some Sequence<String>) async throws(APIError) -> Bool {
    // Services count upwards.
    let missing = missing(of: ids).sorted { ($0.utf8.count, $0) > ($1.utf8.count, $1) }
    try await load(Array(missing.prefix(ReaderAPI.texts)))
    return !missing.isEmpty
  }

  /// Returns the newest entries of all that the service has, read or not.
  func newest(_ count: Int) async throws(APIError) -> [String] {
    let known = state.withLock(\.all)
    if known.isWhole || known.ids.count >= count { return Array(known.ids.prefix(count)) }
    // Who reads on is likely to want more of it.
    let limit = known.ids.isEmpty ? count : ReaderAPI.maximumEntries
    let ids = try await api.newest(of: nil, limit: limit)
    state.withLock { $0.all = (ids, ids.count < limit || limit == ReaderAPI.maximumEntries) }
    return Array(ids.prefix(count))
  }

  /// Returns what is unread in a folder; nothing if all of it is kept.
  func missing(in folder: String, _ feeds: [String]) async throws(APIError) -> [String] {
    guard !missing(of: marked).isEmpty else { return [] }
    do throws(APIError) {
      return try await api.unread(of: ReaderAPI.label(folder))
    } catch .status(let status, _) where [400, 404, 500, 501].contains(status) {
      // Miniflux has no such list.
    }
    var ids: [String] = []
    for case let stream? in feeds.map(stream) { ids += try await api.unread(of: stream) }
    return ids
  }

  /// Returns those entries whose texts are not kept and were not refused.
  func missing(of ids: some Sequence<String>) -> [String] {
    // The files are read first.
    _ = store.order(of: addresses)
    let leftOut = storage.current.leftOut ?? []
    var seen: Set<String> = []
    return ids.filter {
      !leftOut.contains($0) && seen.insert($0).inserted && !store.knows(number($0))
    }
  }

  private func keep(
    _ items: [ReaderItem], asked: Set<String>, _ marked: Set<Int>
  ) throws(APIError) {
    var byFeed: [String: [FeedEntry]] = [:]
    var seen: Set<String> = []
    for item in items where asked.contains(item.id.text) && seen.insert(item.id.text).inserted {
      let stream = item.origin?.stream.flatMap { $0.isEmpty ? nil : $0 } ?? "feed/unknown"
      byFeed[address(of: stream), default: []].append(item.entry)
    }
    for (address, entries) in byFeed {
      let title = items.first { self.address(of: $0.origin?.stream ?? "") == address }?.origin?
        .title
      keep(entries, of: address, titled: ReaderItem.line(title), marked)
    }
    _ = numbers(asked)
    let followed = store.list.byAddress
    let lost = asked.filter { !store.knows(number($0)) }
    try change { kept in
      kept.leftOut = (kept.leftOut ?? []).union(lost)
      kept.former = (kept.former ?? []).union(byFeed.keys).filter { followed[$0] == nil }
    }
  }

  private func keep(
    _ entries: [FeedEntry], of address: String, titled title: String, _ marked: Set<Int>
  ) {
    var result = KeptFeed(address)
    func add(to feed: inout KeptFeed) {
      var document = FeedDocument()
      document.title = feed.facts.title.isEmpty ? title : feed.facts.title
      (document.site, document.about) = (feed.facts.site, feed.facts.about)
      document.picture = feed.facts.picture
      let new = Set(entries.map(\.key))
      // What is unread or starred stays, however old it is.
      let old = feed.rows.filter { marked.contains($0.id) }.compactMap(feed.entry)
      document.entries = entries + old.filter { !new.contains($0.key) }
      feed.facts.first = space
      _ = feed.receive(document, at: clock())
    }
    var isKept = false
    try? storage.feeds.entries(address).update { known in
      result = known ?? KeptFeed(address)
      add(to: &result)
      isKept = true
      return result
    }
    // What can't be kept is shown all the same.
    if !isKept { add(to: &result) }
    store.adopt(result)
  }
}
