import FireflyCore
import Foundation
import Testing

@testable import FireflyClient

/// Posts that are saved for later.
@Suite struct LaterFileTests {
  /// What a source says of a post is kept as fields, so that its row says nothing twice.
  @Test func whatASourceSaysIsKept() throws {
    let state = FileManager.default.temporaryDirectory
      .appendingPathComponent("firefly-later-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: state) }
    var post = Post(id: 7, title: "A story", summary: "22 points · noodle · 9 replies")
    (post.facts.author, post.facts.link) = ("noodle", "https://e.example/")
    let file = LaterFile(state: state, server: SiteID(ofSource: "hn:"), source: "Hacker News")
    #expect(try file.add(post, address: nil) == [post])
    #expect(file.posts == [post])
    #expect(try file.add(Post(id: 8, title: "b"), address: nil).last == post)
    #expect(LaterFile.all(in: state, by: [KeptOwner()], report: { _ in }).map(\.post).last == post)
  }
}
