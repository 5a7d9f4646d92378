import FireflyCore

// Moving posts: by the extension, or as servers without it do.
extension HTTPClient {
  /// Maximum number of posts above a new parent that are looked at.
  private static let maximumAncestors = 128

  /// Moves a post.
  ///
  /// - Parameters:
  ///   - parent: the new parent; nil for the top level.
  ///   - email: the current user.
  func move(_ id: Int, below parent: Int?, by email: String?) async throws(APIError) -> Post {
    guard try await extensions().contains(.move) else {
      guard try await canReparent() else { throw .notOffered("This server can't move posts.") }
      return try await reparent(id, below: parent)
    }
    let question = MoveRequest(parentID: parent, email: email)
    return try await answer(.move(id), body: try .encoding(question)) {
      (answer: PostResponse) in answer.post.cleaned()
    }
  }

  /// Whether a server without the extension can move posts; it is asked once, by a request that
  /// names no post.
  func canReparent() async throws(APIError) -> Bool {
    if let known = reparents.withLock(\.self) { return known }
    let answers: Bool
    do throws(APIError) {
      try await answer(.reparent, body: try .encoding(ReparentRequest())) { (_: Ignored) in }
      answers = true
    } catch .status(404, _), .status(405, _) {
      answers = false
    } catch .status(400, _) {
      answers = true
    }
    reparents.withLock { $0 = answers }
    return answers
  }

  private func reparent(_ id: Int, below parent: Int?) async throws(APIError) -> Post {
    // Such a server would build a ring, which no list shows.
    var seen: Set<Int> = []
    var next = parent
    while let above = next, above >= 0, seen.insert(above).inserted,
      seen.count <= Self.maximumAncestors
    {
      guard above != id else {
        throw .notOffered("A post can't be moved under itself or under its own replies.")
      }
      do throws(APIError) {
        next = try await post(above).parentID
      } catch .status(404, _) where above != parent {
        next = nil
      }
    }
    var moved = try await post(id)
    try await answer(
      .reparent, body: try .encoding(ReparentRequest(postID: id, parentID: parent))
    ) { (_: Ignored) in }
    moved.parentID = parent
    return moved
  }

  private func post(_ id: Int) async throws(APIError) -> Post {
    try await answer(.post(id)) { (answer: PostResponse) in answer.post.cleaned() }
  }
}

/// A response that must be JSON, but is otherwise ignored.
struct Ignored: Decodable {
  init(from decoder: any Decoder) throws {}
}
