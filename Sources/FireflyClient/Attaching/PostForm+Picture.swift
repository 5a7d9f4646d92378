import FireflyAPI
import FireflyCore
import Foundation

extension DraftPictures {
  /// Returns a draft's picture as it is sent; nil if its file is gone.
  package func image(of picture: Draft.Picture) -> PostImage? { image(named: picture.copy) }

  /// Returns a picture as it is sent, by the name of its copy or that in a text; nil if its file is gone.
  package func image(named name: String) -> PostImage? {
    bytes(of: name).flatMap { PostImage(Data($0)) }
  }
}

extension PostForm {
  /// Creates the form of a version of a draft, without its place and its picture.
  package init(_ draft: Draft, words: PostText) {
    self.init(
      email: draft.key.account.description, title: words.title, summary: words.summary,
      body: words.body)
    readers = draft.delivery.readers
    language = draft.delivery.language
    imageDescription = draft.delivery.description
    poll = draft.delivery.poll
  }

  /// Adds a draft's changes to its picture.
  ///
  /// - Parameter image: the new picture; nil for none.
  package mutating func describePicture(of draft: Draft, _ image: PostImage?) {
    self.image = image
    removesImage = draft.removesPicture && image == nil
    // A new picture is cropped at its centre by default.
    let crop = draft.crop ?? (image == nil ? nil : Draft.Crop())
    (clipOffsetX, clipOffsetY) = (crop?.x, crop?.y)
  }
}

extension PostsClient {
  /// Creates a post.
  ///
  /// Servers that accept a crop only in updates get it in a second request.
  ///
  /// If the second request fails, the post is returned with the default crop.
  ///
  /// - Parameter key: the idempotency key.
  package func createCropped(_ form: PostForm, _ key: String) async throws(APIError) -> Post {
    let post = try await create(form, key)
    // A service takes the crop with the picture.
    guard post.service == nil, let x = form.clipOffsetX, let y = form.clipOffsetY,
      post.clipOffsetX != x || post.clipOffsetY != y
    else { return post }
    var change = form
    (change.postID, change.image) = (post.id, nil)
    do {
      var changed = try await update(change)
      // The response may leave the crop out.
      (changed.clipOffsetX, changed.clipOffsetY) = (x, y)
      return changed
    } catch {
      var post = post
      (post.clipOffsetX, post.clipOffsetY) = (0, 0)
      return post
    }
  }
}
