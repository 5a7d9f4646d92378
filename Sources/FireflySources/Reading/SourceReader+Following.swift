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

  /// Changes the address, the name and the folder of a feed, or the name of a folder.
  func change(_ form: PostForm) async throws(APIError) -> Post {
    guard let backend = backend as? any FollowingBackend, let handle = form.postID.flatMap(handle)
    else { throw readOnly }
    var user = try await backend.move(handle, to: form.title)
    if user.facts.contents?.isFolder == false {
      user = try await backend.rename(user.handle, to: form.summary.line, folder: form.body.line)
    }
    let post = profile(of: user)
    kept.saveNames()
    return post
  }

  /// Follows a feed no longer.
  func unfollow(_ id: Int) async throws(APIError) {
    guard let backend = backend as? any FollowingBackend, let handle = handle(id) else {
      throw readOnly
    }
    try await backend.unfollow(handle)
  }

  /// Follows again what was followed until a moment ago.
  func followAgain(_ id: Int) async throws(APIError) -> Post {
    guard let backend = backend as? any FollowingBackend, let handle = handle(id) else {
      throw readOnly
    }
    return profile(of: try await backend.followAgain(handle))
  }
}
