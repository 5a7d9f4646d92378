import FireflyCore

/// A thread of a source that was copied to the user's own server.
public struct KeptThread: Hashable, Sendable {
  /// The number of its topmost post there.
  public var root: Int
  /// Its title.
  public var title: String
  /// Number of posts.
  public var count: Int
  /// Number of posts that were not there before.
  public var added: Int
  /// What is missing in it, as sentences; empty for nothing.
  public var missing: String

  /// Creates a thread.
  public init(root: Int, title: String, count: Int, added: Int, missing: String = "") {
    (self.root, self.title, self.count, self.added) = (root, title, count, added)
    self.missing = missing
  }
}

/// An event of keeping threads.
public enum KeepAction: Hashable, Sendable {
  /// Keeping the thread of the selected post was requested, or opening the kept one.
  case pressed
  /// The progress of keeping a thread, as a sentence.
  case progress(String)
  /// The thread of a post is kept, or why not.
  case response(Post.ID, Result<KeptThread, LoadFailure>)
}

/// An effect of keeping threads.
public enum KeepEffect: Hashable, Sendable {
  /// Copy the thread of a post to the user's own server.
  case keep(Post.ID)
  /// Open a kept thread in another Firefly, until that is quit.
  case open(Int)
}

extension AppState {
  mutating func reduceKeep(_ action: KeepAction) -> [Effect] {
    switch action {
    case .pressed:
      guard let post = selectedPost, !post.isUnsaved, !post.isLocal else { return [] }
      if let refusal = site.refusal(of: .keep) { return [.note(refusal.words, inList: true)] }
      guard post.template != .query, post.template != .profile else {
        return [.note("Only a thread can be kept.", inList: true)]
      }
      if let root = keptThreads[post.id] { return [.keep(.open(root))] }
      guard !isKeepingThread else {
        return [.note("Another thread is being kept. Try again when it is done.")]
      }
      isKeepingThread = true
      return [.keep(.keep(post.id)), .note("Keeping the thread on your own server…")]
    case .progress(let words): return [.note(words)]
    case .response(let id, .success(let thread)):
      isKeepingThread = false
      keptThreads[id] = thread.root
      let posts = Counted.words(thread.count, "post")
      let new = thread.added == thread.count ? "" : ", \(thread.added) new"
      let missing = thread.missing.isEmpty ? "" : " \(thread.missing)"
      let key = keyLabel("keep").map { " \($0) opens it." } ?? ""
      let title = thread.title.isEmpty ? "The thread" : "“\(thread.title.shortened(to: 40))”"
      return [
        .note("\(title) is post \(thread.root) on your own server: \(posts)\(new).\(missing)\(key)")
      ]
    case .response(_, .failure(let failure)):
      isKeepingThread = false
      return [.note("Not kept. \(failure.sentence)", isError: true)]
    }
  }
}
