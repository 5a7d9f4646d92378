import Foundation
import Testing

@testable import FireflySources

/// Comments of Lemmy whose parents are gone.
@Suite struct LemmyResponseTests {
  private func parents(_ paths: [String], isTree: Bool) throws -> [Int?] {
    let comments = paths.map { path in
      let id = path.split(separator: ".").last ?? ""
      return #"{"comment":{"id":\#(id),"post_id":1,"content":"x","path":"\#(path)"}}"#
    }
    let json = #"{"comments":[\#(comments.joined(separator: ","))]}"#
    let response = try JSONDecoder().decode(LemmyResponse.self, from: Data(json.utf8))
    return response.nodes(on: "lemmy.example", isTree: isTree).map(\.parent)
  }

  /// IDs of comments are odd, those of posts even.
  @Test func aCommentHangsBelowItsNearestAncestor() throws {
    let paths = ["0.11", "0.11.12.13", "0.11.12.13.14", "0.15.16"]
    let (post, first, third) = (2, 23, 27)
    #expect(try parents(paths, isTree: true) == [post, first, third, 31])
    #expect(try parents(paths, isTree: false) == [post, 25, third, 31])
  }
}
