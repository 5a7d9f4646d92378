import FireflyAPI
import FireflyCore
import Foundation

// Posts that are written to a service with accounts.
extension SourceReader {
  /// The backend that writes.
  ///
  /// - Throws: `APIError.refused` for a source that only reads; `.status(401)` while signed out, so that the sign-in
  ///   opens; `.notOffered` if the token is that of another account.
  private func writing() async throws(APIError) -> any WritingBackend {
    guard let backend = try await marking() as? any WritingBackend else { throw readOnly }
    return backend
  }

  /// The backend that marks posts.
  ///
  /// - Throws: as `writing`.
  private func marking() async throws(APIError) -> any MarkingBackend {
    guard let backend = backend as? any MarkingBackend else { throw readOnly }
    guard backend.isSignedIn else { throw .status(401, message: nil) }
    try await backend.requireOwner()
    return backend
  }

  /// Which fields a post has; while signed out, only searches are saved.
  func fields() async throws(APIError) -> PostFields {
    guard let backend = backend as? any WritingBackend, backend.isSignedIn else { return .firefly }
    let service = try await backend.fields()
    var fields = PostFields(service: service)
    fields.hasTextPictures = service.pictures > 1
    return fields
  }

  func create(_ form: PostForm, key: String) async throws(APIError) -> Post {
    written(try await writing().create(form, key: key))
  }

  /// What looks for a post that was sent without an answer; nil for a source that only reads.
  var creation: (@Sendable (PostForm, Draft.Delivery) async throws(APIError) -> Post?)? {
    guard backend is any WritingBackend else { return nil }
    return { [self] form, delivery async throws(APIError) in
      try await writing().created(form, delivery).map(written)
    }
  }

  /// Lists the user's posts before a new one is sent; nil for a source that can only be read.
  var posted: (@Sendable (PostForm) async throws(APIError) -> [Post.ID])? {
    guard backend is any WritingBackend else { return nil }
    return { [self] form async throws(APIError) in try await writing().posted(form) }
  }

  func keepsKeys() async throws(APIError) -> Bool { try await writing().keepsKeys() }

  func update(_ form: PostForm) async throws(APIError) -> Post {
    written(try await writing().update(form))
  }

  func delete(_ id: Int) async throws(APIError) {
    try await writing().delete(id)
    cache.remove(id)
  }

  func mark(_ id: Int, _ mark: PostMark, _ isOn: Bool) async throws(APIError) -> Post {
    var node = keepingMarks(try await marking().mark(id, mark, isOn))
    if !isOn { node.facts.service?.marks.remove(mark) }
    return post(cache.insert([node]).first ?? node)
  }

  func vote(_ id: Int, _ choices: [Int], in poll: Poll) async throws(APIError) -> Post {
    let node = keepingMarks(try await writing().vote(id, choices, in: poll))
    return post(cache.insert([node]).first ?? node)
  }

  func relate(_ id: Int, _ change: Relation.Change) async throws(APIError) -> Post {
    let backend = try await writing()
    guard let handle = handle(id) else { throw .status(404, message: nil) }
    let user = try await backend.relate(to: handle, change)
    foundPeople.update(user, as: id)
    return profile(of: user)
  }

  /// Returns a newer version of a post with what only its list has told.
  private func keepingMarks(_ newer: SourceNode) -> SourceNode {
    guard let known = cache.node(newer.id) else { return newer }
    var node = newer
    // Not every server says which marks a post has.
    node.facts.service?.marks.formUnion(known.facts.service?.marks ?? [])
    node.facts.service?.boostedBy = known.facts.service?.boostedBy
    return node
  }

  /// Returns a version to change: one's own words as they were typed.
  func version(_ id: Int) async throws(APIError) -> PostVersion {
    if let backend = backend as? any WritingBackend, backend.isSignedIn, isPost(id) {
      // An edit may be the first that is asked of a post.
      if cache.node(id) == nil { _ = try await post(id, ancestors: false) }
      guard let node = cache.node(id), try await backend.owns(node) else {
        return PostVersion(post: try await wholePost(id))
      }
      let (own, tag) = try await backend.written(id)
      try requireHTML()
      return PostVersion(post: post(own), tag: tag)
    }
    var post = try await wholePost(id)
    let words = post.editedWords
    (post.title, post.summary, post.body) = (words.title, words.summary, words.body)
    return PostVersion(post: post)
  }

  /// Whether a number is that of a post, not of a person, a list or a saved search.
  private func isPost(_ id: Int) -> Bool {
    kept.search(id) == nil && list(id) == nil && handle(id) == nil
  }

  /// Takes a post that was written into memory.
  private func written(_ node: SourceNode) -> Post {
    cache.changed(node)
    kept.saveNames()
    return post(node)
  }
}
