import FireflyAPI
import FireflyCore
import FireflyForeign
import Foundation

/// The backend of Discourse forums, which reads the JSON of their pages.
struct Discourse: SourceBackend {
  /// Posts per request, and maximum posts of a topic.
  private static let (chunk, maximum) = (100, 3_000)

  let web: WebClient
  /// The address of the forum.
  let base: String
  /// The category that is shown, as `c/help/7`, or the tag, as `tag/x`; nil for all.
  let place: String?
  let pageNumbers = PageNumbers()

  var habits: HTMLText.Habits { HTMLText.Habits(base: base) }

  func feed(
    isSecond: Bool, after last: SourceNode?, limit: Int
  ) async throws(APIError) -> [SourceNode] {
    let list = (place.map { "\($0)/l/" } ?? "") + (isSecond ? "top" : "latest")
    // A page has 30 topics.
    return try await pageNumbers.nodes(of: list, after: last, limit: limit, atMost: 4) {
      page async throws(APIError) in
      try await web.answer("/\(list).json?page=\(page - 1)", as: DiscourseTopics.self)
        .nodes(base: base)
    }
  }

  func tree(of id: Int, root: Int?, top: SourceNode?) async throws(APIError) -> SourceTree {
    var topic = root.map { $0 / 2 }
    if topic == nil, PairedID.isTop(id) { topic = id / 2 }
    if topic == nil {
      topic = try await web.answer("/posts/\(id / 2).json", as: DiscoursePost.self).topic
    }
    guard let topic else { throw .status(404, message: nil) }
    var page = try await web.answer("/t/\(topic).json", as: DiscourseTopic.self)
    let known = Set(page.stream.posts.compactMap(\.id))
    let rest = page.stream.stream.filter { !known.contains($0) }.prefix(Self.maximum)
    for start in stride(from: 0, to: rest.count, by: Self.chunk) {
      let ids = rest.dropFirst(start).prefix(Self.chunk).map { "post_ids%5B%5D=\($0)" }
      do throws(APIError) {
        let more = try await web.answer(
          "/t/\(topic)/posts.json?\(ids.joined(separator: "&"))", as: DiscourseTopic.self)
        page.stream.posts += more.stream.posts
      } catch {
        // The posts so far can be read.
        break
      }
    }
    return SourceTree(page, id: topic, base: base)
  }

  /// The prefix of names for posts by their position in a topic.
  static let place = "place/"

  func number(of name: String) async throws(APIError) -> Int? {
    guard name.hasPrefix(Self.place) else { return nil }
    let post = try await web.answer(
      "/posts/by_number/\(name.dropFirst(Self.place.count)).json", as: DiscoursePost.self)
    return PairedID.reply(post.id)
  }

  func search(_ words: String) async throws(APIError) -> [SourceNode] {
    try await web.answer("/search.json?q=\(words.percentEncoded)", as: DiscourseFound.self)
      .nodes(base: base)
  }

  func user(_ handle: String) async throws(APIError) -> SourceUser {
    let answer = try await web.answer(
      "/u/\(handle.percentEncoded).json", as: DiscourseProfile.self)
    guard let user = SourceUser(answer.user, base: base) else { throw .status(404, message: nil) }
    return user
  }

  func posts(by handle: String) async throws(APIError) -> [SourceNode] {
    try await web.answer(
      "/user_actions.json?username=\(handle.percentEncoded)&filter=4,5",
      as: DiscourseActions.self
    ).actions.compactMap(SourceNode.init)
  }

  func directory() async throws(APIError) -> [SourceUser] {
    try await web.answer(
      "/directory_items.json?period=monthly&order=post_count", as: DiscourseDirectory.self
    ).items.compactMap { SourceUser($0.user, base: base) }
  }
}
