import FireflyAPI
import FireflyCore
import Foundation
import Testing

@testable import FireflyRuntime

/// Servers that know only of posts that there are where their thumbnails look.
@Suite struct LostCropTests {
  @Test(arguments: [true, false])
  func thePostSaysWhereItsThumbnailLooks(refuses: Bool) async throws {
    try await TestServer.run { server in
      let whole = server.client
      var client = AlteredClient(whole)
      client.instead.create = { form, key async throws(APIError) in
        var form = form
        (form.clipOffsetX, form.clipOffsetY) = (nil, nil)
        return try await whole.create(form, key)
      }
      if refuses {
        client.instead.update = { _ async throws(APIError) in
          throw .status(500, message: "No.")
        }
      }
      var form = PostForm(
        email: TestServer.ada.email, title: "Fog", summary: "s", body: "b")
      (form.clipOffsetX, form.clipOffsetY) = (0.5, 0)
      let post = try await client.createCropped(form, "key")
      #expect(post.clipOffsetX == (refuses ? 0 : 0.5))
      #expect(try await whole.post(post.id, false).clipOffsetX == post.clipOffsetX)
    }
  }
}
