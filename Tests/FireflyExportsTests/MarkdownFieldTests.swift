import FireflyCore
import Foundation
import Testing

@testable import FireflyExports

/// What a file of an export as Markdown has of a post.
///
/// A new field of posts must be exported, or be named here with the reason why it isn't.
@Suite struct MarkdownFieldTests {
  private typealias Change = @Sendable (inout Post) -> Void

  /// The fields that a file has, each with a value that it lacks in `plain`.
  private static let exported: [String: Change] = [
    "id": { $0.id = 7 }, "title": { $0.title = "other" }, "summary": { $0.summary = "words" },
    "body": { $0.body = "words" }, "clipOffsetX": { $0.clipOffsetX = 0.5 },
    "clipOffsetY": { $0.clipOffsetY = 0.5 },
    "createdAt": { $0.createdAt = Date(timeIntervalSince1970: 1_000_000) },
    "timezone": { $0.timezone = "Europe/Rome" }, "locationTag": { $0.locationTag = "Rome" },
    "isAIGenerated": { $0.isAIGenerated = true }, "authorName": { $0.authorName = "Ada" },
    "template": { $0.template = .query },
  ]

  /// The fields that a file lacks.
  private static let leftOut: [String: String] = [
    "userID": "a number of this server", "authorEmail": "private",
    "parentID": "the folder implies it, or `MarkdownFile.parent` says it",
    "imageURL": "`MarkdownFile.picture` says it", "childCount": "counted anew",
    "children": "files of their own", "ancestors": "files of their own",
    "keptFacts": "not stored", "feed": "only lists have it",
    "placeholders": "the template has it",
  ]

  private static let plain = Post(id: 1, title: "one")

  @Test func eachFieldIsExportedOrNamedAsLeftOut() throws {
    let fields = Set(Mirror(reflecting: Self.plain).children.compactMap(\.label))
    #expect(fields == Set(Self.exported.keys).union(Self.leftOut.keys))
    let bytes = try MarkdownFile(post: Self.plain).bytes()
    for (field, change) in Self.exported {
      var post = Self.plain
      change(&post)
      #expect(post != Self.plain, "\(field)")
      #expect(try MarkdownFile(post: post).bytes() != bytes, "\(field)")
    }
  }
}
