import FireflyCore
import FireflyModel

/// An event of keeping threads.
package enum KeepAction: Hashable, Sendable {
  /// Keeping the thread of the selected post was requested, or opening the kept one.
  case pressed
  /// The progress of keeping a thread, as a sentence.
  case progress(String)
  /// Posts of the user's own server were taken back.
  case takenBack([Post.ID])
  /// The thread of a post is kept, or why not.
  case response(Post.ID, Result<KeptThread, LoadFailure>)
}

/// An effect of keeping threads.
package enum KeepEffect: Hashable, Sendable {
  /// Copy the thread of a post to the user's own server.
  case keep(Post.ID)
}

/// The threads that were copied to the user's own server.
struct KeepState: Equatable, Sendable {
  /// The way to them, by the posts that they were kept for.
  private(set) var threads: [Post.ID: Arrival] = [:]
  /// Whether a thread is being kept.
  private var isKeeping = false

  mutating func reduce(_ action: KeepAction, in surroundings: Surroundings) -> [Effect] {
    switch action {
    case .pressed:
      guard let post = surroundings.selectedPost, !post.isUnsaved, !post.isLocal else { return [] }
      if let refusal = surroundings.site.refusal(of: .keep) {
        let later = surroundings.keySentence(.later(.pressed), "saves a post for later.")
        let way = surroundings.site.has(.takesImports) ? "" : later
        return [.note(refusal.words + way, inList: true)]
      }
      guard post.template != .query, post.template != .profile else {
        return [.note("Only a thread can be kept.", inList: true)]
      }
      if let copy = threads[post.id] { return [.places(.go("", at: copy))] }
      guard !isKeeping else {
        return [.note("Another thread is being kept. Try again when it is done.")]
      }
      isKeeping = true
      return [.keep(.keep(post.id)), .note("Keeping the thread on your own server…")]
    case .progress(let words): return [.note(words)]
    case .takenBack(let ids):
      threads = threads.filter { copy in copy.value.post.map { !ids.contains($0) } ?? true }
      return []
    case .response(let id, .success(let thread)):
      isKeeping = false
      let posts = Counted.words(thread.count, "post")
      let new = thread.added == thread.count ? "" : ", \(thread.added) new"
      let missing = thread.missing.isEmpty ? "" : " \(thread.missing)"
      let title = thread.title.isEmpty ? "The thread" : "“\(thread.title.shortened(to: 40))”"
      let words =
        "\(title) is post \(thread.root) on your own server: \(posts)\(new).\(missing)"
      let back = surroundings.keySentence(.moving(.undoPressed), "leads back.")
      threads[id] = Arrival(post: thread.root, note: words + back)
      let opens = surroundings.keySentence(.keep(.pressed), "opens it.")
      guard !thread.new.isEmpty else { return [.note(words + opens)] }
      let takes = surroundings.keySentence(.moving(.undoPressed), "takes it back.")
      return [
        .send(.moving(.undoable(.places(.takeBack(thread.new)), note: nil))),
        .note(words + opens + takes),
      ]
    case .response(_, .failure(let failure)):
      isKeeping = false
      return [.note("Not kept. \(failure.sentence)", isError: true)]
    }
  }
}
