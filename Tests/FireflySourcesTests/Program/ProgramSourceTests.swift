import FireflyAPI
import FireflyCore
import Foundation
import Logging
import Testing

@testable import FireflySources

/// A source that is a program, which is a closure here.
@Suite struct ProgramSourceTests {
  private func client(
    _ output: @escaping @Sendable ([String]) throws(APIError) -> String
  ) throws -> any PostsClient {
    let source = try #require(try SourceAddress.named("notes:"))
    return SourceClient(
      source, server: try source.server([:]), reader: reader, userAgent: "Firefly/1.2.3",
      storage: MemoryFile().source,
      tools: SourceTools(
        program: SourceProgram { arguments async throws(APIError) in
          Data(try output(arguments).utf8)
        }), logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() })
  }

  @Test func listsThreadsSearchesAndUsers() async throws {
    let client = try client { arguments throws(APIError) in
      switch arguments {
      case ["list"]:
        #"{"posts":[{"id":7,"title":"A lighthouse","author_name":"grace","child_count":2,"url":"https://e.example/7"}]}"#
      case ["thread", "7"]:
        #"""
        {"posts":[{"id":7,"title":"A lighthouse","children":[{"id":"x","body":"How *bright*?","author_name":"linus",
        "created_at":"2025-10-09T08:53:20Z","children":[{"id":"y","body":"Very."}]}]}]}
        """#
      case ["search", "two words"]: #"{"posts":[{"id":"x","body":"two words"}]}"#
      case ["user", "linus"]: #"{"posts":[{"id":"z","title":"By linus"}]}"#
      default: throw .notOffered("\(arguments)")
      }
    }
    let posts = try await client.front()
    #expect(posts.map(\.title) == ["A lighthouse"] && posts[0].childCount == 2)
    #expect(try await client.page(posts[0].id) == "https://e.example/7")
    let replies = try await client.children(posts[0].id, 1).posts
    #expect(replies.map(\.body) == ["How *bright*?"] && replies[0].byline == "linus")
    let nested = try await client.children(replies[0].id, 1).posts
    #expect(nested.map(\.body) == ["Very."] && nested[0].childCount == 0)
    #expect(try await client.post(nested[0].id, true).ancestors?.last?.title == "A lighthouse")
    let hit = try #require(try await client.searchWords("two words").first)
    #expect(hit.id == replies[0].id)
    let people = try await client.recentUsers().posts
    let person = try #require(people.first { $0.title == "linus" })
    #expect(try await client.children(person.id, 1).posts.map(\.title) == ["By linus"])
    #expect(try await client.page(people[0].id) == nil)
    #expect(try await client.page(nested[0].id) == nil)
  }

  /// What programs print, and the posts of it: each with its level, and its title or text.
  private static let outputs =
    [
      (#"{"posts":[]}"#, []),
      ("{}", []),
      (#"{"posts":null}"#, []),
      (#"{"posts":[{"id":1,"title":"a"},{"id":2,"title":"b"}]}"#, ["a", "b"]),
      (#"{"posts":[{"id":"one/two:3","title":"a"}]}"#, ["a"]),
      (#"{"posts":[1,"x",null,[],{},{"title":"no id"},{"id":1,"title":"a"}]}"#, ["a"]),
      (#"{"posts":{"id":1,"title":"a"}}"#, ["a"]),
      (#"{"posts":[{"id":"","title":"a"},{"id":-1,"title":"b"},{"id":1.5,"title":"c"}]}"#, []),
      (#"{"posts":[{"id":1,"title":7,"body":"b"}]}"#, ["b"]),
      (#"{"posts":[{"id":1,"body":"only *text*"}]}"#, ["only *text*"]),
      (
        #"{"posts":[{"id":1,"title":"a","children":[{"id":2,"body":"b","children":[{"id":3,"body":"c"}]}]}]}"#,
        ["a", ">b", ">>c"]
      ),
      (
        #"{"posts":[{"id":1,"title":"a","children":"none"},{"id":2,"title":"b","children":null}]}"#,
        ["a", "b"]
      ),
      (#"{"posts":[{"id":1,"title":"a"},{"id":1,"title":"again"}]}"#, ["a"]),
      (
        #"{"posts":[{"id":1,"title":"a","parent_id":-1},{"id":2,"body":"b","parent_id":1}]}"#,
        ["a", ">b"]
      ),
      (#"{"posts":[{"id":1,"title":"a","parent_id":1}]}"#, ["a"]),
      (
        #"{"posts":[{"id":1,"title":"a","children":[{"id":2,"body":"b","children":[{"id":1,"body":"ring"}]}]}]}"#,
        ["a", ">b"]
      ),
      (
        #"{"posts":[{"id":1,"title":"a","children":[{"body":"no id"},{"id":3,"body":"c"}]}]}"#,
        ["a", ">c"]
      ),
      (#"{"id":1,"title":"a"}"# + "\n" + #"{"id":2,"body":"b","parent_id":1}"#, ["a", ">b"]),
      (
        #"{"id":"x","title":"a","parent_id":null}"# + "\r\n\r\n"
          + #"{"id":"y","body":"b","parent_id":"x"}"# + "\r\n", ["a", ">b"]
      ),
      (#"{"posts":[{"id":1,"title":"two\nlines","body":"b"}]}"#, ["two lines"]),
      ("loading …\n" + #"{"id":1,"title":"a"}"# + "\n{\"id\":2,\"tit", ["a"]),
      (#"{"id":1,"title":"a"}"# + "\nwarning: slow\n" + #"{"id":2,"title":"b"}"#, ["a", "b"]),
      ("{\"posts\":[\n{\"id\":1,\"title\":\"a\"},\n{\"id\":2,\"title\":\"b\"}\n]}\n", ["a", "b"]),
      (#"{"posts":[{"id":1,"title":"\u001b[31mred\u202e","body":"b"}]}"#, ["red"]),
      (
        #"{"posts":[{"id":1,"title":"a","created_at":"yesterday","author_name":["x"],"child_count":"many","image_url":"file:///etc/passwd","url":"javascript:1"}]}"#,
        ["a"]
      ),
      (#"{"posts":[{"id":1,"title":"a"}],"posts":[{"id":2,"title":"b"}],"users":[]}"#, nil),
    ] as [(String, [String]?)]

  @Test func ofADocumentThatIsCutOffNothingIsShown() async throws {
    let text = "{\"posts\":[\n{\"id\":1,\"title\":\"a\"},\n{\"id\":2,\"title\":\"b\"}\n"
    let client = try client { _ in text }
    await #expect(throws: APIError.self) { try await client.front() }
  }

  @Test(arguments: outputs)
  func eachOutputHasItsPosts(_ text: String, _ expected: [String]?) async throws {
    let client = try client { _ in text }
    let posts = try await client.front()
    guard let expected else { return }
    #expect(posts.map(words) == expected.filter { !$0.hasPrefix(">") })
    guard let first = posts.first else { return }
    #expect(try await client.page(first.id) == nil && first.imageURL == nil)
    func lines(_ posts: [Post], _ mark: String) -> [String] {
      posts.flatMap { [mark + words($0)] + lines($0.children ?? [], mark + ">") }
    }
    let below = lines(try await client.children(first.id, 9).posts, ">")
    if posts.count == 1 { #expect([words(first)] + below == expected) }
  }

  private func words(_ post: Post) -> String { post.title.isEmpty ? post.body : post.title }

  @Test func aByteThatIsNoTextTakesNothingWithIt() async throws {
    let source = try #require(try SourceAddress.named("notes:"))
    let client = SourceClient(
      source, server: try source.server([:]), reader: reader, userAgent: "Firefly/1.2.3",
      storage: MemoryFile().source,
      tools: SourceTools(
        program: SourceProgram { _ async throws(APIError) in
          Data(#"{"posts":[{"id":1,"title":"caf"#.utf8) + [0xE9] + Data(#" au lait"}]}"#.utf8)
        }), logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() })
    #expect(try await client.front().map(\.title) == ["caf\u{FFFD} au lait"])
  }

  @Test(arguments: ["nonsense", "[1]", "7", #"{"posts":["#, "<html></html>", "\u{FEFF}"])
  func whatIsNoJSONIsSaid(_ text: String) async throws {
    let client = try client { _ in text }
    await #expect {
      try await client.front()
    } throws: {
      ($0 as? APIError)?.sentence.hasPrefix("The program of notes did not print JSON such as ")
        == true
    }
  }

  @Test func deepThreadsAreCutOrRefused() async throws {
    for (levels, isReadable) in [(199, true), (230, true), (5_000, false)] {
      let text =
        (0..<levels).map { "{\"id\":\($0),\"body\":\"b\",\"children\":[" }.joined()
        + String(repeating: "]}", count: levels)
      let client = try client { _ in "{\"posts\":[" + text + "]}" }
      let posts = try? await client.front()
      #expect((posts?.count == 1) == isReadable, "\(levels)")
    }
  }

  @Test func failuresOfTheProgramAreThoseOfTheList() async throws {
    let client = try client { _ throws(APIError) in throw .notOffered("It is closed.") }
    await #expect(throws: APIError.notOffered("It is closed.")) { try await client.front() }
  }

  @Test func namesOfPrograms() throws {
    for (text, name) in [
      ("notes:", "notes"), ("NOTES:", "notes"), ("my-forum2:", "my-forum2"), ("program:", nil),
      ("hn:x:", nil), ("2x:", nil), ("a.b:", nil), ("localhost:", nil), ("a b:", nil), (":", nil),
      ("ö:", nil), ("notes:x", nil), (String(repeating: "a", count: 41) + ":", nil),
    ] {
      let source = try? SourceAddress.named(text)
      #expect((source?.kind == .program ? source?.name : nil) == name, "\(text)")
      if name != nil { #expect(source.map { "\($0)" } == text.lowercased()) }
    }
  }

  @Test func manyPostsAreBounded() async throws {
    let line = #"{"id":1,"title":"a post with some words"}"#
    let lines = (0..<60_000).map { line.replacing("1", with: "\($0)") }
    let many = try client { _ throws(APIError) in lines.joined(separator: "\n") }
    #expect(try await many.front().count <= ProgramPosts.maximumPosts)
    #expect(try ProgramPosts(Data(lines.joined(separator: "\n").utf8)).posts.count == 50_000)
    let document = "{\"posts\":[\(lines.joined(separator: ","))]}"
    let whole = try client { _ throws(APIError) in document }
    await #expect(
      throws: APIError.notOffered(
        "The program of notes printed more than 50000 posts. Print fewer.")
    ) { try await whole.front() }
  }
}
