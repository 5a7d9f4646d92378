import FireflyCore
import FireflyModel
import FireflyScreen
import FireflyText
import Foundation
import OddInputs
import Testing

@testable import FireflyApp

/// The state grows with what is loaded, and its cost no faster.
@Suite(.serialized) struct GrowthTests {
  @Test(arguments: threads + marks + layers + spoken) func isLinear(
    _ row: GrowthRow
  ) async throws { try await row.expect() }

  // MARK: Threads

  private static let threads: [GrowthRow] = [
    GrowthRow("flat thread", 1_500, of: replies(inChain: false)) { replies in
      var walk = Conversation.walk(replies: replies)
      walk.press(.end, .home, .down, .pageDown)
      #expect(walk.text.isEmpty == false && walk.ids.count == replies.count + 1)
    },
    GrowthRow("deep thread", 1_500, of: replies(inChain: true)) { replies in
      var walk = Conversation.walk(replies: replies)
      walk.press(.end, .home, .down)
      #expect(walk.ids.count == replies.count + 1)
    },
    GrowthRow(
      "texts of a thread", 3_000,
      of: { count in
        let list = Conversation.walk(replies: replies(inChain: false)(count)).state.lists.list
        let rows = list.thread?.rows.dropFirst() ?? []
        let columns = rows.first.flatMap { list.thread?.textColumns(of: $0) } ?? 0
        let text = MarkdownFormatter.format("Some words.", width: columns, symbols: .unicode)
        return (list, Dictionary(uniqueKeysWithValues: rows.map { ($0.id, text) }))
      }
    ) { list, texts in
      var list = list
      list.threadTextsFormatted(texts)
      #expect(texts.count > 1_000 && list.bodies.count > 0)
    },
    GrowthRow("list", 3_000, of: { Post.numbered(1...$0) }) { posts in
      var walk = Walk(posts)
      walk.press(.end, .home, .pageDown, .enter)
      #expect(walk.text.contains("Some words."))
    },
    GrowthRow("pasted paths", 10_000, of: { String(repeating: "'/a b.png' ", count: $0) }) { text in
      #expect(PastedPath.several(text) == nil)
      #expect(PastedPath(text)?.meansPicture != true)
    },
    GrowthRow("find", 8_000, of: { Post.numbered(1...$0) }) { posts in
      var index = FindIndex()
      for text in ["zzz", "st 77", "zz"] { _ = index.match(text, in: posts, from: 0, step: 1) }
      _ = FindMatches.indices(of: "post", in: posts)
    },
    GrowthRow("matched words", 4_000, of: { String(repeating: "words 東京 of ", count: $0) }) {
      text in
      var query = Post.numbered(1, template: .query)
      query.summary = "wor* 東 京 x"
      #expect(MatchedWords(query)?.ranges(in: text).isEmpty == false)
    },
  ]

  private static func replies(inChain isChain: Bool) -> @Sendable (Int) -> [Post] {
    { count in
      (0..<count).map { number in
        var post = Conversation.post(
          11 + number, below: isChain ? 10 + number : 10, "Some words.", by: "Ben")
        post.childCount = isChain && number < count - 1 ? 1 : 0
        return post
      }
    }
  }

  // MARK: Marks

  private static let marks: [GrowthRow] = [
    GrowthRow(
      "muted words over a hostile text", 3_000,
      of: { count in
        let text = String(repeating: "aé", count: count)
        var post = Post(id: 1, title: text, summary: text, body: text)
        post.authorName = "Ben"
        return post
      }
    ) { post in
      let muted = Muted(words: ["a", "aé", "é", "éa", "zz"])
      #expect(muted.reason(for: post) == nil)
    },
    GrowthRow("muted words", 200, of: { (0..<$0).map { "word \($0)" } }) { words in
      let muted = Muted(words: words)
      let post = Post(
        id: 1, title: "some words", summary: "", body: String(repeating: "wörd ", count: 400))
      for _ in 0..<20 { #expect(muted.reason(for: post) == nil) }
    },
    GrowthRow("unread posts that come in pages", 400, of: pages) { pages in
      var index = UnreadIndex()
      for page in pages { index.learn(page) { _ in true } }
      #expect(index.count(below: 1) == pages.count * 20 - 1)
    },
    GrowthRow("posts that are read", 20_000, of: { Array(1...$0) }) { ids in
      var marks = ReadMarks(since: 0)
      for id in ids { marks.apply(.read([2 * id])) }
      marks.apply(.unread(ids))
      #expect(marks.isUnread(ids[0], createdAt: nil))
    },
    GrowthRow("posts of sources that are read", 20_000, of: { (1...$0).map { 1 << 52 + $0 } }) {
      ids in
      var marks = ReadMarks(since: 0)
      marks.apply(.read(ids))
      marks.apply(.unread(ids))
      #expect(marks.isUnread(ids[0], createdAt: nil))
    },
    GrowthRow("posts saved for later", 3_000, of: { Post.numbered(1...$0) }) { posts in
      var walk = Walk(posts)
      for _ in 0..<3 { walk.perform(.later(.response(.success(posts), said: nil))) }
      #expect(walk.state.later.contains(posts.count))
    },
  ]

  /// Posts in pages of twenty, each below one of those before.
  private static func pages(_ count: Int) -> [[(id: Post.ID, parent: Post.ID?)]] {
    (0..<count).map { page in
      (1...20).map { place in
        let id = page * 20 + place
        return (id, id > 1 ? max(1, id / 2) : nil)
      }
    }
  }

  // MARK: Layers

  private static let layers: [GrowthRow] = [
    GrowthRow(
      "outline", 3_000,
      of: { count in
        (0..<count).map { OutlineBranch.Node(post: .numbered(7 + $0), depth: 1 + $0 % 5) }
      }
    ) { nodes in
      var walk = Walk([.numbered(6, children: 2)])
      walk.press(.character("t"))
      walk.perform(.outline(.response(top: 6, .success(OutlineBranch(nodes)))))
      walk.press(.end, .home)
      walk.type("/st 1")
      #expect(walk.text.contains("post 1"))
    },
    GrowthRow("palette", 80, of: { String(repeating: "re", count: $0) }) { text in
      var walk = Walk([.numbered(1)])
      walk.press(.character(":"))
      walk.type(text)
    },
    GrowthRow("links of a post", 300, of: body(ofLinks:)) { body in
      var walk = Walk([.numbered(1, body: body)], height: 200)
      walk.press(.enter, .character("o"))
      _ = walk.text
    },
    GrowthRow("text of a post", 2_000, of: { Post.body(paragraphs: $0) }) { body in
      var walk = Walk([.numbered(1, body: body)])
      walk.press(.enter, .pageDown, .end)
      _ = walk.text
    },
  ]

  private static func body(ofLinks count: Int) -> String {
    (0..<count).map { "[link \($0)](https://example.org/\($0))" }.joined(separator: "\n\n")
  }

  // MARK: Line mode

  private static let spoken: [GrowthRow] = [
    GrowthRow("line mode: text", 1_000, of: { Post.body(paragraphs: $0) }) { body in
      let text = MarkdownFormatter.format(body, width: 60, symbols: .spoken)
      #expect(text.spoken?.paragraphs.isEmpty == false)
    },
    GrowthRow("line mode: list", 4_000, of: { Post.numbered(1...$0) }) { posts in
      var walk = Walk(posts)
      var heard = Heard()
      for _ in 0..<3 {
        _ = walk.reading.sentences(since: &heard)
        walk.press(.down)
      }
    },
    GrowthRow("line mode: thread", 2_000, of: replies(inChain: false)) { replies in
      var walk = Conversation.walk(replies: replies)
      var heard = Heard()
      for _ in 0..<3 {
        _ = walk.reading.sentences(since: &heard)
        walk.press(.down)
      }
    },
  ]
}
