import Foundation
import Testing

@testable import FireflyAPI
@testable import FireflyCore

@Suite struct PostListDecoderTests {
  /// What came of an answer: numbers, titles and how many were skipped, or that it failed.
  enum Outcome: Hashable {
    case read(ids: [Int], titles: [String], skipped: Int)
    case failed
  }

  static func decoded(_ json: Data, chunk: Int) -> Outcome {
    var decoder = PostListDecoder(key: "posts")
    do {
      var rest = json[...]
      while !rest.isEmpty {
        try decoder.decode(Data(rest.prefix(chunk)))
        rest = rest.dropFirst(chunk)
      }
      let page = try decoder.finish()
      return .read(
        ids: page.posts.map(\.id), titles: page.posts.map(\.title), skipped: page.skipped.count)
    } catch {
      return .failed
    }
  }

  /// The same by `LossyList`, all at once.
  static func atOnce(_ json: Data) -> Outcome {
    struct Response: Decodable { let posts: LossyList<Post> }
    guard let list = try? JSONDecoder().decode(Response.self, from: json).posts else {
      return .failed
    }
    var seen: Set<Int> = []
    let posts = list.elements.filter { seen.insert($0.id).inserted }
    return .read(ids: posts.map(\.id), titles: posts.map(\.title), skipped: list.skipped.count)
  }

  static let documents = [
    #"{"status":"success","posts":[{"id":1,"title":"a"},{"id":2,"title":"b"}],"count":2}"#,
    #"{"posts":[]}"#, #" { "posts" : [ ] , "x" : [ 1 , {"posts":[3]} ] } "#,
    #"{"posts":[{"id":1,"title":"]}\"\\"},{"id":1,"title":"again"},{"id":3}]}"#,
    #"{"posts":[1,2.5,-3e4,true,false,null,"x","a]b",[],[[1]],{},{"id":"x","title":1}]}"#,
    #"{"posts":[{"id":1,"title":"a","children":[{"id":2,"title":"b"},7]}]}"#,
    "{\"\\u0070osts\":[{\"id\":5,\"title\":\"\\ud83e\\udd8a ü\"}]}",
    #"{"posts":null}"#, #"{"posts":{"id":1}}"#, #"{"items":[]}"#, "[]", "null", "", "   ",
    #"{"posts":[{"id":1,"title":"a"},]}"#, #"{"posts":[,]}"#, #"{"posts":[1 2]}"#,
    #"{"posts":[{"id":1,"title":"a"}]"#, #"{"posts":[{"id":1,"title":"a"}"#, #"{"posts":[{"id":1"#,
    #"{"posts":[{"id":1,"title":"a"}]}x"#, #"{"posts":[{"id":1,]}"#, #"{"posts":[tru]}"#,
    #"{"posts":[{"id":1,"title":"a"}],"posts":[{"id":2,"title":"b"}]}"#,
    #"{"posts":null,"posts":[{"id":2,"title":"b"}]}"#,
    #"{"posts":[{"id":99999999999999999999,"title":"a"},{"id":1e2,"title":"b"}]}"#,
    #"{"meta":{"posts":[{"id":9,"title":"no"}]},"posts":[{"id":1,"title":"yes"}]}"#,
    #"{"others":[{"id":9,"title":"no"}],"posts":[{"id":1,"title":"yes"}]}"#,
    #"{"po\u0074ts":[{"id":9,"title":"no"}],"posts":[{"id":1,"title":"yes"}]}"#,
    "{\"posts\":[{\"id\":1,\"title\":\"a\nb\"}]}", "<html>", #"{"posts" [1]}"#,
    "\u{FEFF}{\"posts\":[{\"id\":1,\"title\":\"a\"}]}",
  ]

  @Test(arguments: documents)
  func readsInPiecesWhatAListReadsAtOnce(_ document: String) {
    let json = Data(document.utf8)
    let whole = Self.atOnce(json)
    for chunk in [1, 2, 3, 7, 1_000] {
      #expect(Self.decoded(json, chunk: chunk) == whole, "chunks of \(chunk)")
    }
  }

  /// Every cut and a byte changed at every place: the two must agree on all of them.
  @Test func agreesWithAListOnDamage() {
    let seed = Data(Self.documents[3].utf8) + Data()
    let mixed = Data(
      #"{"a":{"b":[1]},"posts":[{"id":1,"title":"x\"]"},null,12,{"id":2,"title":"y"}],"n":1}"#
        .utf8)
    var documents: [Data] = []
    for json in [seed, mixed] {
      for place in json.indices {
        documents.append(json.prefix(upTo: place))
        for byte in "\"\\{}[],: 1n\u{7}\u{FF}".utf8 + [0xFF, 0x80] {
          var changed = json
          changed[place] = byte
          documents.append(changed)
        }
      }
    }
    for json in documents {
      let text = String(decoding: json, as: UTF8.self)
      #expect(Self.decoded(json, chunk: 5) == Self.atOnce(json), "\(text)")
    }
  }

  @Test func skipsWhatIsTooLarge() throws {
    var decoder = PostListDecoder(key: "posts", elementLimit: 100)
    let long = String(repeating: "x", count: 200)
    try decoder.decode(Data(#"{"posts":[{"id":1,"title":"\#(long)"},{"id":2,"title":"b"}]}"#.utf8))
    let page = try decoder.finish()
    #expect(page.posts.map(\.id) == [2])
    #expect(page.skipped == ["element 0: larger than 100 bytes"])
  }

  @Test func remembersABoundedNumberOfReasons() throws {
    var decoder = PostListDecoder(key: "posts")
    let ones = Array(repeating: "1", count: 5_000).joined(separator: ",")
    try decoder.decode(Data(#"{"posts":[\#(ones)]}"#.utf8))
    let skipped = try decoder.finish().skipped
    #expect(skipped.count == 101)
    #expect(skipped.last == "4900 more elements")
  }

  static func nested(_ levels: Int, parent: Bool = false) -> String {
    var json = #"{"id":0,"title":"deepest"}"#
    for id in 1..<levels {
      json =
        parent
        ? #"{"id":\#(id),"title":"x","parent":\#(json)}"#
        : #"{"id":\#(id),"title":"x","children":[\#(json)]}"#
    }
    return json
  }

  /// Reads on a thread with a stack of 256 kB, as small as any.
  static func onSmallStack<Value: Sendable>(_ work: @escaping @Sendable () -> Value) async -> Value
  {
    await withCheckedContinuation { continuation in
      let thread = Thread { continuation.resume(returning: work()) }
      thread.stackSize = 256 << 10
      thread.start()
    }
  }

  @Test func readsTheDeepestNestingOnASmallStack() async throws {
    // An object and an array a level, inside the object and the array of the answer.
    let json = Data(#"{"posts":[\#(Self.nested(255))]}"#.utf8)
    let depth = await Self.onSmallStack {
      var decoder = PostListDecoder(key: "posts")
      guard (try? decoder.decode(json)) != nil, let page = try? decoder.finish() else { return 0 }
      var (depth, posts) = (0, page.posts)
      while let first = posts.first {
        depth += 1
        posts = first.children ?? []
      }
      return depth
    }
    #expect(depth == 255)
  }

  @Test func readsTheLongestChainOfParentsOnASmallStack() async throws {
    let json = Data(#"{"posts":[\#(Self.nested(510, parent: true))]}"#.utf8)
    let count = await Self.onSmallStack {
      var decoder = PostListDecoder(key: "posts")
      guard (try? decoder.decode(json)) != nil else { return 0 }
      return (try? decoder.finish())?.posts.first?.ancestors?.count ?? 0
    }
    #expect(count == 509)
  }

  @Test func refusesWhatIsDeeper() {
    var decoder = PostListDecoder(key: "posts")
    #expect(throws: APIError.tooDeep) {
      try decoder.decode(Data(#"{"posts":[\#(Self.nested(256))]}"#.utf8))
    }
    var brackets = PostListDecoder(key: "posts")
    #expect(throws: APIError.tooDeep) {
      try brackets.decode(Data(#"{"posts":"#.utf8) + Data(repeating: 0x5B, count: 100_000))
    }
  }
}
