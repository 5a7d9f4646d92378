import FireflyAPI
import FireflyCore
import FireflyForeign

// Sources that one follows: feeds.
extension SourceReader {
  func follow(_ form: PostForm) async throws(APIError) -> Post {
    guard let backend = backend as? any FollowingBackend else { throw readOnly }
    let user = try await backend.follow(
      form.title, name: form.summary.line, in: form.parentID.flatMap(handle),
      folder: form.body.line)
    let post = profile(of: user)
    kept.saveNames()
    return post
  }

  func rename(_ form: PostForm) async throws(APIError) -> Post {
    guard let backend = backend as? any FollowingBackend, let handle = form.postID.flatMap(handle)
    else { throw readOnly }
    var post = profile(
      of: try await backend.rename(handle, to: form.title.line, folder: form.body.line))
    // As it was written.
    post.body = post.editedWords.body
    return post
  }

  /// Follows a feed no longer.
  func unfollow(_ id: Int) async throws(APIError) {
    guard let backend = backend as? any FollowingBackend, let handle = handle(id) else {
      throw readOnly
    }
    try await backend.unfollow(handle)
  }
}
