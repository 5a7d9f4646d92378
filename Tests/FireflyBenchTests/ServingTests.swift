import TerminalHarness
import Testing

@testable import firefly_bench

@Suite struct IncomingAnswerTests {
  private static let answers: [(text: String, status: Int)] = [
    ("HTTP/1.1 200 OK\r\nContent-Length: 5\r\nX: y\r\n\r\nab\r\nc", 200),
    ("HTTP/1.1 204 No Content\r\ncontent-length: 0\r\n\r\n", 204),
    (
      "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\nA;x=y\r\n\r\n\r\n012345\r\n0\r\n\r\n",
      200
    ),
    ("HTTP/1.1 404 Not Found\r\nTransfer-Encoding: chunked\r\n\r\n0\r\nX: y\r\n\r\n", 404),
  ]

  @Test(arguments: answers)
  func theEndIsKnownHoweverItComes(text: String, status: Int) throws {
    let bytes = Array(text.utf8)
    for size in [1, 2, 3, 7, bytes.count] {
      var answer = IncomingAnswer()
      for start in stride(from: 0, to: bytes.count, by: size) {
        #expect(!answer.isComplete)
        try answer.take(bytes[start..<min(start + size, bytes.count)])
      }
      #expect(answer.isComplete && answer.status == status)
      #expect(throws: BenchError.self) { try answer.take([0x48]) }
    }
  }

  @Test(arguments: [
    "hello\r\n", "HTTP/1.1 200 OK\r\n\r\n", "HTTP/1.1 200 OK\r\nContent-Length: -1\r\n",
    "HTTP/1.1 200 OK\r\nContent-Length: 99999999999999999999\r\n",
    "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nxyz\r\n",
  ])
  func nonsenseIsRefused(text: String) {
    var answer = IncomingAnswer()
    #expect(throws: BenchError.self) { try answer.take(Array(text.utf8)[...]) }
  }
}

@Suite struct ServingTests {
  private func measured(_ command: [String]?) throws -> [Measure: Double] {
    var effort = Effort.quick
    effort.serving = .milliseconds(200)
    let contestant = Contestant(
      name: "firefly", command: [], isReady: { _ in true }, home: "", position: { _ in nil },
      serving: command.map { Contestant.Serving(command: $0) })
    var trial = Trial(of: contestant, in: try Workspace(), effort: effort)
    try trial.measureServing()
    return trial.results
  }

  @Test func responsesOfServeAreCounted() throws {
    try BuiltProgram.requireFirefly()
    let results = try measured(Contestant.serve(BuiltProgram.firefly))
    for row in [
      Measure.servedPings, .servedPosts, .servedPost99, .servedFeeds, .servedFeed99,
      .servedOtherFeeds, .created, .newsElsewhere,
    ] {
      #expect(results[row].map { $0 > 0 } == true, "\(row.title)")
    }
    #expect(Measure.servedFeeds.text(for: [5_120.4]) == "5,120")
    #expect(Measure.servedFeed99.text(for: [41.26]) == "41.3")
  }

  @Test func unservedServerHasNoRow() throws {
    #expect(try measured(nil).isEmpty)
    #expect(throws: BenchError.self) { try measured(["true"]) }
  }
}
