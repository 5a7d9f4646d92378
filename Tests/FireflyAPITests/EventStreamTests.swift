import FireflyAPI
import FireflyCore
import Testing

@Suite struct EventStreamTests {
  static let events: [StreamedEvent] = [
    .init(id: 7, .post(.init(id: 7, parent: nil, template: .post, isOwn: false))),
    .init(id: 8, .post(.init(id: 8, parent: 7, template: .query, isOwn: true))),
    .init(id: 9, .user(profile: 9)),
    .init(id: 9, .badge(query: 8, hasNewMatches: true)),
    .init(id: 9, .badge(query: 8, hasNewMatches: false)),
    .init(id: 10, .post(.init(id: 10, parent: 7, template: .post, isOwn: false, answersYou: true))),
  ]

  private func read(_ pieces: [[UInt8]]) -> [StreamedEvent] {
    var decoder = EventStreamDecoder()
    return pieces.flatMap { decoder.decode($0) }
  }

  /// In whatever pieces it arrives, and however its lines end.
  @Test(arguments: ["\n", "\r\n", "\r"])
  func writtenPostsAreRead(end: String) {
    let text = (":\n\n" + Self.events.map(\.text).joined()).replacing("\n", with: end)
    let bytes = Array(text.utf8)
    for length in [1, 2, 3, 7, 64, bytes.count] {
      let pieces = stride(from: 0, to: bytes.count, by: length).map {
        Array(bytes[$0..<min(bytes.count, $0 + length)])
      }
      // The last line's end may be the half of one.
      #expect(read(pieces + [[0x0A]]) == Self.events, "pieces of \(length)")
    }
  }

  @Test(arguments: [
    "data: {\"id\":1}\n\n", "event: post\n\n", "event: post\ndata: {\n\n",
    "event: post\ndata: []\n\n",
    "event: weather\ndata: {\"id\":1}\n\n", "event: badge\ndata: {\"id\":\"1\"}\n\n", "\n\n\n",
    ":::\n\n",
    "id: x\nevent: user\ndata: {}\n\n", "event: user\ndata: {\"id\":1}\n",
  ])
  func linesThatAreNoEventsAreSkipped(text: String) {
    let good = Self.events[2]
    #expect(read([Array(text.utf8), Array("\n\(good.text)".utf8)]).last == good)
    #expect(read([Array(text.utf8)]).allSatisfy { $0 != good })
  }

  @Test func tooLongEventsAreDropped() {
    let long = String(repeating: "x", count: 20_000)
    let bytes = Array("event: user\ndata: {\"id\":1,\"x\":\"\(long)\"}\n\n".utf8)
    #expect(read([bytes]).isEmpty)
    #expect(read([bytes, Array(Self.events[2].text.utf8)]) == [Self.events[2]])
  }

  /// Numbers never fall: who is asked to go on, goes on.
  @Test func anEventWithoutANumberHasTheOneBefore() {
    let text = "id: 5\nevent: user\ndata: {\"id\":1}\n\nid: 3\nevent: user\ndata: {\"id\":2}\n\n"
    #expect(read([Array(text.utf8)]).map(\.id) == [5, 5])
  }

  @Test func aStrangeTemplateBreaksNothing() {
    let post = ServerEvent.NewPost(
      id: 1, parent: nil, template: .other("a\"b\n\nevent: user"), isOwn: false)
    let events = read([Array(StreamedEvent(id: 1, .post(post)).text.utf8)])
    #expect(events.count == 1)
  }
}
