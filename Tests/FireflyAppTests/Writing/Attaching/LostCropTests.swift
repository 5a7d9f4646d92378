import FireflyCore
import FireflyModel
import FireflyScreen
import Testing

@testable import FireflyApp

/// Where the thumbnail of a new post looks, on servers that refuse to be told.
@Suite("Crops that are lost")
struct LostCropTests {
  private let picture = Draft.Picture(path: "~/wide.jpg", copy: "0-1.jpg")

  /// A server that doesn't take where the thumbnail looks is told of; one that does is not.
  @Test
  func ignoredCropIsReported() {
    for (x, hasBadge) in [(0.0, true), (0.1, false)] {
      var walk = Walk(Post.numbered(1...2))
      walk.press(.character("n"))
      walk.open(.newPost(below: nil))
      walk.type("Fog")
      walk.perform(
        .editor(
          .attachment(
            .response(
              .newPost(below: nil), .attached([AttachedPicture(picture: picture, aspectRatio: 2)])))
        ))
      walk.perform(.picture(.response(address: picture.address, aspectRatio: 2)))
      walk.press(.alt("l"), .control("s"))
      var post = Post.numbered(40)
      post.imageURL = "/uploads/new.jpg"
      post.clipOffsetX = x
      walk.perform(.editor(.saveResponse(.newPost(below: nil), .success(post))))
      #expect(walk.text.contains("this server ignored the thumbnail crop") == hasBadge)
    }
  }
}
