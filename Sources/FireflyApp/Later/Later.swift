import FireflyCore
import FireflyModel

/// The posts of this server that are saved for later.
struct Later: Hashable, Sendable {
  /// The posts, the last saved first.
  private(set) var posts: [Post] = []
  private var ids: Set<Post.ID> = []

  init() {}

  init(_ posts: [Post]) {
    self.posts = posts
    ids = Set(posts.map(\.id))
  }

  /// Returns whether a post is saved for later.
  func contains(_ id: Post.ID) -> Bool { ids.contains(id) }

  /// Returns the row of the saved searches that leads to them; nil without posts.
  func row(at site: Site) -> Post? {
    guard !posts.isEmpty else { return nil }
    return Post(
      id: Post.laterID, parentID: -1, title: "saved for later",
      summary: Counted.words(posts.count, site.post.one, site.post.many), template: .query)
  }
}

extension Post {
  /// The ID of the row that leads to the posts saved for later; no server has it.
  package static let laterID = Int.max - 1

  /// Whether it is a row of this program among the saved searches, which no server knows.
  package var isLocal: Bool { Self.isLocal(id) }
}

/// An event of the posts that are saved for later.
package enum LaterAction: Hashable, Sendable {
  /// Saving the selected post, or no longer saving it, was requested.
  case pressed
  /// The saved posts, after a change if there is a sentence about it.
  case response(Result<[Post], LoadFailure>, said: String?)
}

/// An effect of the posts that are saved for later.
package enum LaterEffect: Hashable, Sendable {
  /// Save a post, with the address of the page that it is about.
  case add(Post, page: String?)
  /// Don't save a post any longer.
  case remove(Post.ID)
}

extension Later {
  mutating func reduce(_ action: LaterAction, in surroundings: Surroundings) -> [Effect] {
    switch action {
    case .pressed:
      if let refusal = surroundings.draftRefusal { return refusal }
      guard let post = surroundings.selectedPost, !post.isUnsaved, !post.isLocal else { return [] }
      if surroundings.site.has(.sharedMarks) {
        guard post.template == .post, post.isRoot else {
          return [.note("Only \(surroundings.site.post.many) can be starred.", inList: true)]
        }
        return [.mark(.set(post.id, .star, post.service?.marks.contains(.star) != true))]
      }
      let isSaved = contains(post.id)
      let saving = Effect.later(.add(post, page: post.pageAddress))
      let removing = Effect.later(.remove(post.id))
      let undone = isSaved ? "For later again." : "No longer for later."
      return [
        .send(.moving(.undoable(isSaved ? saving : removing, note: undone))),
        isSaved ? removing : saving,
      ]
    case .response(.success(let posts), let sentence):
      let isMore = posts.count > self.posts.count
      self = Later(posts)
      guard let sentence else { return [] }
      return [.note(sentence)] + (isMore ? [.send(.list(.rowFilled(Post.laterID)))] : [])
    case .response(.failure(let failure), _): return [.note(failure.sentence, isError: true)]
    }
  }
}
