import FireflyCore
import FireflyModel
import FireflyScreen
import Foundation
import OddInputs
import Testing

@testable import FireflyApp

/// Each number of what servers and files have may be any other: nothing ends the program.
@Suite struct OddNumberTests {
  private static let post = #"""
    {"id":12,"user_id":3,"parent_id":10,"title":"post 12","summary":"s","body":"Some words.\n\n7. a\n8. b",
    "clip_offset_x":0.5,"clip_offset_y":-0.5,"created_at":"Mon, 03 Nov 2025 10:31:24 GMT","child_count":2,
    "author_name":"Ben","author_email":"ben@example.org","ancestor_chain":[{"id":10,"title":"t"}],
    "last_activity":"Mon, 03 Nov 2025 10:31:24 GMT","proximity":4,"descendants":5,"image_url":"/uploads/7.png"}
    """#

  @Test func postsAreShown() throws {
    for text in OddNumbers.variants(of: Self.post, with: OddNumbers.json) {
      guard let post = try? JSONDecoder().decode(Post.self, from: Data(text.utf8)) else { continue }
      var walk = Walk([.numbered(11), post, .numbered(13)])
      for key in [Key.down, .enter, .character("t"), .escape, .right] {
        walk.press(key)
        #expect(!walk.text.isEmpty)
      }
      walk.answer(walk.level, [.numbered(20), post])
      walk.press(.character("v"), .down, .down)
      #expect(!walk.text.isEmpty)
      var heard = Heard()
      #expect(!walk.reading.sentences(since: &heard).isEmpty)
    }
  }

  @Test func positionsAreTakenUp() throws {
    var walk = Walk((1...9).map { .numbered($0, children: 2) })
    walk.press(.down, .right)
    walk.answer(walk.level, Post.numbered(20...29))
    walk.press(.down)
    let sample = String(
      decoding: try JSONEncoder().encode(walk.reading.savedPositions), as: UTF8.self)
    for text in OddNumbers.variants(of: sample, with: OddNumbers.json) {
      let places = try? JSONDecoder().decode(SavedPositions.self, from: Data(text.utf8))
      guard let places else { continue }
      var walk = Walk()
      _ = walk.state.lists.resume(places, at: walk.state.site, 0)
      walk.send(.started(at: nil))
      walk.answer(Walk.posts, (1...9).map { .numbered($0, children: 2) })
      walk.press(.down)
      #expect(!walk.text.isEmpty)
    }
  }

  @Test func marksAreTakenUp() throws {
    var marks = ReadMarks(since: 1_763_000_000)
    for change in [
      ReadMarks.Change.firstContact(highest: 7), .read([9, 12, 1 << 52 + 5]), .unread([3]),
      .story(5, .init(since: 1_763_000_000, count: 3)),
    ] { marks.apply(change) }
    let sample = String(decoding: try JSONEncoder().encode(marks), as: UTF8.self)
    for text in OddNumbers.variants(of: sample, with: OddNumbers.json) {
      let decoded = try? JSONDecoder().decode(ReadMarks.self, from: Data(text.utf8))
      guard var marks = decoded else { continue }
      for id in [-1, 0, 8, 1 << 52 + 5, .max, .min] {
        _ = marks.isUnread(id, createdAt: nil, story: 5, byDate: true)
        marks.apply(.read([id]))
        marks.apply(.unread([id]))
        marks.apply(.repliesRead(1, of: 5))
        marks.apply(.readAll(upTo: id))
      }
      #expect(try JSONEncoder().encode(marks).isEmpty == false)
    }
  }
}
