import FireflyAPI
import FireflyCore

// The second and the third tab: the lists of a service, saved searches, and people.
extension SourceReader {
  /// The row of a list among the saved searches.
  func row(of list: SourceList) -> Post {
    Post(
      id: list.id, parentID: -1, title: list.title,
      summary: list.summary, template: .query)
  }

  func list(_ id: Int) -> SourceList? {
    guard id >= SourceNumbers.first else { return nil }
    if let list = backend.lists.first(where: { $0.id == id }) { return list }
    guard let name = kept.numbers.name(of: id), name.hasPrefix(SourceList.prefix) else {
      return nil
    }
    return backend.list(named: String(name.dropFirst(SourceList.prefix.count)))
  }

  /// Loads the results of a saved search, or a list of the service, as far as it is read.
  func results(of query: Int, limit: Int) async throws(APIError) -> [SearchHit] {
    // A list that is asked for first is known when all are.
    if kept.search(query) == nil, list(query) == nil { await backend.loadLists() }
    if let list = list(query) {
      let found = try await backend.posts(of: list, limit: limit)
      try requireHTML()
      cache.insert(found)
      kept.saveNames()
      var seen: Set<Int> = []
      return found.filter { seen.insert($0.id).inserted }
        .map { SearchHit(id: $0.id, relevance: 1) }
    }
    guard let search = kept.search(query) else { throw .status(404, message: nil) }
    return try await hits(of: search.searchWords)
  }

  /// Loads the users as the third tab has them: of feeds, those in no folder, and the folders.
  func users() async throws(APIError) -> PostPage {
    guard let backend = backend as? any FolderBackend else { return try await people() }
    return page(ofRows: try await backend.rows(in: nil) ?? [])
  }

  /// Returns the rows of a folder of feeds; nil for another user.
  func rows(ofFolder handle: String) async throws(APIError) -> PostPage? {
    guard let backend = backend as? any FolderBackend else { return nil }
    return try await backend.rows(in: handle).map(page(ofRows:))
  }

  /// Returns the feeds of a folder, nil for those of the top level, as they are kept on this machine; nil if none
  /// are.
  func keptRows(in handle: String?) -> PostPage? {
    let rows = (backend as? any FolderBackend)?.keptRows(in: handle) ?? []
    guard !rows.isEmpty else { return nil }
    var page = page(ofRows: rows)
    page.isCut = true
    return page
  }

  func page(ofRows rows: [SourceUser]) -> PostPage {
    let page = PostPage(posts: rows.map(profile(of:)))
    kept.saveNames()
    return page
  }

  /// Loads posts that mention the user.
  func mentions(before: Int?, limit: Int) async throws(APIError) -> PostPage {
    let last = before.flatMap { cache.node($0) }
    guard before == nil || last != nil else { return PostPage(posts: []) }
    return try page(await backend.mentions(after: last, limit: limit))
  }

  /// Loads what others have done with the user's posts.
  func notices(_ kind: Notice.Kind?, areSeen: Bool) async throws(APIError) -> PostPage {
    let (found, hasMore) = try await backend.notices(kind, areSeen: areSeen)
    try requireHTML()
    let posts = found.compactMap { found -> Post? in
      guard var post = row(of: found.about) else { return nil }
      post.facts.service = post.facts.service ?? ServiceFacts()
      post.facts.service?.notice = found.notice
      return post
    }
    kept.saveNames()
    var page = PostPage(posts: posts)
    page.hasMore = hasMore
    return page
  }

  /// The row of a post or a person.
  private func row(of find: SourceFind) -> Post? {
    switch find {
    case .post(let node): return post(cache.insert([node]).first ?? node)
    case .person(let user):
      var person = profile(of: user)
      person.facts.isExcerpt = true
      return person
    case .list: return nil
    }
  }

  /// Loads the people whom the user follows, or the directory, and the authors of loaded posts; loads the front page first if there are
  /// none.
  func people() async throws(APIError) -> PostPage {
    if let people = try await backend.people() { return page(ofRows: people) }
    if cache.authors(atMost: 1).isEmpty {
      _ = try await feed(isSecond: false, before: nil, limit: 50)
    }
    // If the directory is not public, there are only authors.
    let followed: [SourceUser]
    do throws(APIError) {
      followed = try await backend.peopleFollowed()
    } catch  where error.isUnknownCall {
      followed = []
    }
    let directory =
      (followed.isEmpty ? (try? await backend.directory()) ?? [] : followed).map(profile(of:))
    let profiles = Dictionary(directory.map { ($0.id, $0) }) { first, _ in first }
    let authors = cache.authors(atMost: 500).map { handle, count in
      var author = profiles[number(of: handle)] ?? author(handle)
      // Most have one: that says nothing.
      author.facts.labels = count > 1 ? ["\(count) posts loaded"] : []
      author.summary = author.facts.line
      author.childCount = count
      return author
    }
    kept.saveNames()
    // Those whom the user follows come first, lists of people last.
    let (first, second) = followed.isEmpty ? (authors, directory) : (directory, authors)
    let known = Set(first.map(\.id))
    let all = first + second.filter { !known.contains($0.id) }
    return PostPage(
      posts: all.filter { $0.facts.kind == nil } + all.filter { $0.facts.kind != nil })
  }

  /// An author of loaded posts, whose text is loaded when the card is opened.
  func author(_ handle: String) -> Post {
    var post = profile(of: SourceUser(handle: handle))
    post.facts.isExcerpt = true
    return post
  }
}
