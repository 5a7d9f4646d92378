import FireflyAPI
import FireflyCore
import FireflyForeign
import Foundation

/// The backend of Lobsters, which reads the JSON of its pages.
struct Lobsters: SourceBackend {
  let web: WebClient
  /// The tag that is shown, as `t/rust`; nil for all.
  let place: String?
  let pageNumbers = PageNumbers()

  var habits: HTMLText.Habits { HTMLText.Habits(base: "https://lobste.rs") }

  func feed(
    isSecond: Bool, after last: SourceNode?, limit: Int
  ) async throws(APIError) -> [SourceNode] {
    let list = place ?? (isSecond ? "newest" : "hottest")
    let folder = place.map { "/\($0)" } ?? (isSecond ? "/newest" : "")
    // A page has 25 stories.
    return try await pageNumbers.nodes(of: list, after: last, limit: limit, atMost: 4) {
      page async throws(APIError) in
      let target = page == 1 ? "/\(list).json" : "\(folder)/page/\(page).json"
      return try await web.answer(target, as: LossyList<LobstersStory>.self).elements
        .compactMap(SourceNode.init)
    }
  }

  func tree(of id: Int, root: Int?, top: SourceNode?) async throws(APIError) -> SourceTree {
    guard let name = try await story(of: root ?? id) else { throw .status(404, message: nil) }
    let story = try await web.answer("/s/\(name).json", as: LobstersStory.self)
    guard let tree = SourceTree(story) else { throw .unreadable(reason: "no number") }
    return tree
  }

  /// Returns the short ID of a post's story.
  private func story(of id: Int) async throws(APIError) -> String? {
    guard let name = LobstersID.name(id), !LobstersID.isStory(id) else {
      return LobstersID.name(id)
    }
    let comment = try await web.answer("/c/\(name).json", as: LobstersComment.self)
    return comment.story.flatMap { LobstersID.number($0, isStory: true) }
      .flatMap(LobstersID.name)
  }

  func search(_ words: String) async throws(APIError) -> [SourceNode] {
    throw .notOffered("Lobsters has no search that programs can use.")
  }

  func user(_ handle: String) async throws(APIError) -> SourceUser {
    let user = try await web.answer("/~\(handle.percentEncoded).json", as: LobstersUser.self)
    return SourceUser(
      handle: user.name ?? handle, facts: Post.Facts(labels: [Counted.words(user.karma, "point")]),
      about: user.about.map { .html($0) } ?? .none,
      picture: user.picture.flatMap { WebAddress.full($0, base: habits.base) },
      createdAt: user.createdAt)
  }

  func posts(by handle: String) async throws(APIError) -> [SourceNode] {
    try await web.answer(
      "/~\(handle.percentEncoded)/stories.json", as: LossyList<LobstersStory>.self
    ).elements.compactMap(SourceNode.init)
  }
}

/// Lobsters' short IDs as numbers: stories are even, comments odd.
enum LobstersID {
  /// Returns the name of a post in files: its short ID, or its address on another site that runs the
  /// same software.
  static func key(_ name: String?, at address: String?) -> String? {
    guard let address, !address.isEmpty, !address.hasPrefix("https://lobste.rs/") else {
      return name
    }
    return address
  }

  /// Returns the number of a short ID; nil if it is invalid.
  static func number(_ name: String?, isStory: Bool) -> Int? {
    guard let name, (1...9).contains(name.utf8.count), name == name.lowercased(),
      name.first != "0", let value = Int(name, radix: 36), value > 0
    else { return nil }
    return value * 2 + (isStory ? 0 : 1)
  }

  /// Returns the short ID of a number.
  static func name(_ number: Int) -> String? {
    number > 1 ? String(number / 2, radix: 36) : nil
  }

  static func isStory(_ number: Int) -> Bool { number % 2 == 0 }
}
