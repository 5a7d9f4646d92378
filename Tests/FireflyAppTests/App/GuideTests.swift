import FireflyScreen
import Foundation
import Testing

@testable import FireflyApp

/// The keys that the field guide names are those of the program.
@Suite struct GuideTests {
  private struct Page: Decodable {
    let title: String
    let summary: String?
    let body: String?
    let children: [Page]?

    /// The page and all below it; what is below "dig here" is about beetles.
    var pages: [Page] { title == "dig here" ? [] : [self] + (children ?? []).flatMap(\.pages) }
  }

  private struct Guide: Decodable { let posts: [Page] }

  /// The code spans of the pages about the program.
  private static func spans() throws -> [String] {
    let file = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
      .appendingPathComponent("Sources/FireflyStore/FieldGuide/field-guide.json")
    let guide = try JSONDecoder().decode(Guide.self, from: Data(contentsOf: file))
    let tour = guide.posts.flatMap { post in
      post.title == "welcome to firefly"
        ? post.pages
        : post.pages.filter { $0.title == "how this program works" }.flatMap(\.pages)
    }
    #expect(tour.count > 30)
    return tour.flatMap { page in
      (page.body ?? "").replacing(/(?s)```.*?```/, with: "").matches(of: /`([^`\n]+)`/).map {
        String($0.1)
      }
    }
  }

  /// `❯` and `❮` are signs.
  @Test func aKeyOfTheGuideDoesSomething() throws {
    let keymap = Keymap()
    let keys = try Self.spans().filter { !["❯", "❮"].contains($0) }
      .compactMap { name in Key(named: name).map { (name, $0) } }
    #expect(keys.count > 40)
    for (name, key) in keys {
      #expect(
        KeyContext.allCases.contains { keymap.action(for: key, in: $0) != nil }, "\(name)")
    }
  }

  /// Whoever has read the guide has met them.
  @Test(
    arguments: [
      "thread", "fold-all", "next-unread", "read-branch", "unread", "answers", "later", "article",
      "keep", "density", "audience", "outline", "find", "reply", "new", "edit", "delete", "refresh",
      "palette", "mute", "places", "help", "account", "open", "copy", "picture", "profile",
    ])
  func theGuideNamesTheKeyOf(action: String) throws {
    let spans = Set(try Self.spans())
    let keymap = Keymap()
    let keys = keymap.keys(of: action) + keymap.keys(of: action, in: .thread)
    #expect(keys.contains { spans.contains($0.label) }, "\(action)")
  }
}
