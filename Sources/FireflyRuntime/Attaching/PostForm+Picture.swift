import FireflyAPI
import FireflyCore
import Foundation

extension DraftPictures {
  /// A draft's picture, as it is sent; nil if it is gone.
  public func image(of picture: Draft.Picture) -> PostImage? {
    bytes(of: picture.copy).flatMap { PostImage(Data($0)) }
  }
}

extension PostForm {
  /// Says what is new about a draft's picture.
  ///
  /// - `image`: the picture itself, if one goes with it.
  public mutating func describePicture(of draft: Draft, _ image: PostImage?) {
    self.image = image
    removesImage = draft.removesPicture && image == nil
    // A new picture is cropped at its centre by default.
    let crop = draft.crop ?? (image == nil ? nil : Draft.Crop())
    (clipOffsetX, clipOffsetY) = (crop?.x, crop?.y)
  }
}

extension PostsClient {
  /// Makes a post; where its server knows crops only in posts that there are, a second request says it.
  ///
  /// If that one fails the post is made all the same, and says that its thumbnail looks at the middle.
  ///
  /// - Throws: `APIError`.
  public func createCropped(_ form: PostForm, _ key: String) async throws(APIError) -> Post {
    let post = try await create(form, key)
    guard let x = form.clipOffsetX, let y = form.clipOffsetY,
      post.clipOffsetX != x || post.clipOffsetY != y
    else { return post }
    var change = form
    (change.postID, change.image) = (post.id, nil)
    do {
      var changed = try await update(change)
      // Whether or not its answer tells.
      (changed.clipOffsetX, changed.clipOffsetY) = (x, y)
      return changed
    } catch {
      var post = post
      (post.clipOffsetX, post.clipOffsetY) = (0, 0)
      return post
    }
  }
}
