import FireflyAPI
import FireflyCore
import Synchronization

/// What a search of a source has found.
enum SourceFind: Sendable {
  case post(SourceNode)
  case person(SourceUser)
  /// A list, such as the posts with a hashtag.
  case list(SourceList)
}

/// The people that searches have found, so that no request is needed for each.
final class FoundPeople: Sendable {
  /// People that are kept at most; then those before are forgotten.
  private static let maximum = 1_000

  private let users = Mutex<[Int: SourceUser]>([:])

  /// Keeps a person; what is known of the relation to them stays where a search says nothing of it.
  func insert(_ user: SourceUser, as id: Int) {
    users.withLock { users in
      var user = user
      user.facts.relation = user.facts.relation ?? users[id]?.facts.relation
      if users.count >= Self.maximum { users = [:] }
      users[id] = user
    }
  }

  /// Keeps what was learnt of a person whom a search has found.
  func update(_ user: SourceUser, as id: Int) {
    users.withLock { users in if users[id] != nil { users[id] = user } }
  }

  /// Returns a person; nil for one that no search has found.
  subscript(id: Int) -> SourceUser? { users.withLock { $0[id] } }
}

extension SourceReader {
  /// Searches for words; returns hits in the source's order.
  func hits(of words: String) async throws(APIError) -> [SearchHit] {
    let words = words.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    guard !words.isEmpty else { return [] }
    let found: [SourceFind]
    do throws(APIError) {
      found = try await backend.find(String(words.prefix(500)))
    } catch  where error.isUnknownCall {
      throw .notOffered("\(address.name) has no search that programs can use.")
    }
    try requireHTML()
    cache.insert(
      found.compactMap { find -> SourceNode? in
        if case .post(let node) = find { node } else { nil }
      })
    let ids = found.map(number(of:))
    kept.saveNames()
    var seen: Set<Int> = []
    return ids.filter { seen.insert($0).inserted }.enumerated().map { index, id in
      SearchHit(id: id, relevance: 1 - Double(index) / Double(max(1, ids.count)))
    }
  }

  /// Returns the number of what was found, under which it is asked for.
  private func number(of find: SourceFind) -> Int {
    switch find {
    case .post(let node): return node.id
    case .person(let user):
      let id = number(of: user.handle)
      foundPeople.insert(user, as: id)
      return id
    case .list(let list): return kept.numbers.number(of: SourceList.prefix + list.name)
    }
  }

  /// Returns a person whom a search has found, whose profile is loaded when it is opened; nil for others.
  func foundPerson(_ id: Int) -> Post? {
    guard let user = foundPeople[id] else { return nil }
    var post = profile(of: user)
    post.facts.isExcerpt = true
    return post
  }
}
