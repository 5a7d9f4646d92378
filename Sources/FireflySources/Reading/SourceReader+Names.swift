import FireflyAPI
import FireflyCore

// Pages and names of posts, profiles and numbers of people.
extension SourceReader {
  /// Returns the address of the page of a post or a user; nil for a saved search.
  func page(of id: Int) -> String? {
    if kept.search(id) != nil || list(id) != nil { return nil }
    if let handle = handle(id) {
      let page = backend.page(ofUser: handle)
      return page.isEmpty ? nil : page
    }
    return backend.page(of: id, by: cache.node(id)?.author)
  }

  /// Returns all addresses of the page of a post, first the one that is opened.
  func pages(of id: Int) -> [String] {
    [page(of: id), cache.node(id)?.place.map { "\(backend.habits.base)/\($0)" }].compactMap(\.self)
  }

  /// The name that the source's files have for a post, and whether the source has deleted it.
  func name(of id: Int) -> (key: String, isDeleted: Bool) {
    let node = cache.node(id)
    return (node?.key ?? "\(id)", node?.isDeleted ?? false)
  }

  /// A person's profile; nil for the reader.
  func profile(_ handle: String, reader: String) async throws(APIError) -> Post? {
    guard handle != reader, !handle.isEmpty else { return nil }
    return try await person(handle)
  }

  func person(_ handle: String) async throws(APIError) -> Post {
    let user: SourceUser
    do throws(APIError) {
      user = try await backend.user(handle)
    } catch .status(404, _) {
      throw .notOffered("\(address.name) has no profile of \(handle).")
    }
    try requireHTML()
    let post = profile(of: user)
    foundPeople.update(user, as: post.id)
    kept.saveNames()
    return post
  }

  func number(of handle: String) -> Int {
    kept.numbers.number(of: SourceNumbers.userPrefix + handle)
  }

  func handle(_ id: Int) -> String? {
    guard let name = kept.numbers.name(of: id), name.hasPrefix(SourceNumbers.userPrefix) else {
      return nil
    }
    return String(name.dropFirst(SourceNumbers.userPrefix.count))
  }
}
