import Foundation
import TerminalHarness

extension Trial {
  /// Connections that are kept alive.
  private static let connections = 64
  /// How long a server gets used to a question.
  private static let warmUp = Duration.milliseconds(200)
  private static let feed = "/api/posts/recent-tagged?tags=post&limit="

  /// Asks the program as a server for as much as it can answer, and writes as much as it can take.
  mutating func measureServing() throws {
    guard let serving = contestant.serving else { return }
    let program = try ServedProgram(serving.command, in: workspace)
    guard let line = LocalConnection(to: program.port) else { return }
    let answer = try SingleQuestion.text(Self.feed + "1000", at: program.port)
    let ids = answer.matches(of: /"id": ?([0-9]+)/).compactMap { Int($0.1) }
    guard let newest = ids.first,
      let author = answer.firstMatch(of: /"author_email": ?"([^"]+)"/).map({ String($0.1) })
    else { throw BenchError.badServer("the server has no posts") }
    let crowd = try Crowd(of: Self.connections, at: program.port)
    set(.servedPings, try rate(crowd) { _ in .init("/api/ping") }.rate)
    // Not all for the same: what is asked at the same time is read once.
    let posts = try rate(crowd) { .init("/api/posts/\(ids[$0 % ids.count])") }
    set(.servedPosts, posts.rate)
    set(.servedPost99, posts.times.percentile(99))
    let feeds = try rate(crowd) { _ in .init(Self.feed + "50") }
    set(.servedFeeds, feeds.rate)
    set(.servedFeed99, feeds.times.percentile(99))
    let others = try rate(crowd) { number in
      // Different times, so that no question comes twice.
      let (turn, number) = number.quotientAndRemainder(dividingBy: ids.count)
      return .init(Self.feed + "50&before=\(newest - number)&after=\(1_900 + turn)-01-01T00:00:00Z")
    }
    set(.servedOtherFeeds, others.rate)
    set(.servedOutline, try outline(serving, at: program.port))
    set(.created, try created(crowd, by: author, at: program.port))
    set(.logPages, try logPages(serving, line, author))
    set(.newsElsewhere, try news(serving, from: line, of: author))
  }

  private func rate(
    _ crowd: Crowd, _ question: @escaping (Int) -> Crowd.Question
  ) throws -> Crowd.Outcome {
    var asked = 0
    func next(_: Int) -> Crowd.Question {
      asked += 1
      return question(asked - 1)
    }
    _ = try crowd.ask(for: Self.warmUp, next)
    return try crowd.ask(for: effort.serving, next)
  }

  /// How long a whole branch takes, in milliseconds.
  private func outline(_ serving: Contestant.Serving, at port: Int) throws -> Double? {
    guard let branch = serving.branch else { return nil }
    var times = Samples()
    for _ in 1...20 {
      times.append(
        try SingleQuestion.time(
          "/api/posts/\(branch)/children?depth=16", at: port, enough: nil, least: 1_000))
    }
    return times.median
  }

  /// Creates posts, and looks whether they are there.
  /// - Returns: how many a second.
  private func created(
    _ crowd: Crowd, by author: String, at port: Int
  ) throws -> Double {
    let name = "made\(UInt32.random(in: 0...UInt32.max))"
    let outcome = try crowd.ask(for: effort.serving) {
      .init(
        "/api/posts/create",
        form: "email=\(author)&title=\(name)-\($0)&summary=written&body=\(name)+by+the+bench")
    }
    let found = try SingleQuestion.text(Self.feed + "1000", at: port)
      .matches(of: /"title": ?"made[0-9]+-/).count
    guard found >= min(outcome.times.values.count, 1_000) else {
      throw BenchError.badServer("\(found) posts are there of \(outcome.times.values.count)")
    }
    return outcome.rate
  }

  /// Creates some posts one after the other.
  /// - Returns: how many pages of SQLite's log each takes; nil for another database.
  private func logPages(
    _ serving: Contestant.Serving, _ line: LocalConnection, _ author: String
  ) throws -> Double? {
    guard let index = serving.logIndex else { return nil }
    func pages() throws -> Double {
      // The number of the last valid page stands after 16 bytes.
      let header = try Data(contentsOf: URL(fileURLWithPath: index)).dropFirst(16).prefix(4)
      return Double(header.reversed().reduce(0) { $0 << 8 | Int($1) })
    }
    // The log may begin again meanwhile.
    for _ in 1...3 {
      let (before, count) = (try pages(), 20)
      for number in 1...count {
        let form = "email=\(author)&title=page-\(number)&summary=written&body=alone+by+the+bench"
        _ = try line.ask("POST", "/api/posts/create", form: form)
      }
      let after = try pages()
      if after > before { return (after - before) / Double(count) }
    }
    return nil
  }

  /// A saved search has a new match at one process: how long until another one tells its owner, at most, in
  /// milliseconds.
  private func news(
    _ serving: Contestant.Serving, from line: LocalConnection, of author: String
  ) throws -> Double? {
    let other = try ServedProgram(serving.command, in: workspace)
    let events = try EventStream(of: author, at: other.port)
    var times = Samples()
    for turn in 1...5 {
      let word = "word\(UInt32.random(in: 0...UInt32.max))"
      func write(_ title: String, _ more: String = "") throws {
        let form = "email=\(author)&title=\(title)&summary=\(word)&body=\(word)" + more
        let answer = try line.ask("POST", "/api/posts/create", form: form)
        guard answer.contains("success") else { throw BenchError.badServer(answer) }
      }
      try write("search", "&template_name=query")
      try events.wait(for: #""has_new_matches":false"#)
      // At another moment between two looks each time.
      pause(until: .now + .milliseconds(1_000 + 170 * turn))
      let start = SuspendingClock.now
      try write("match")
      try events.wait(for: #""has_new_matches":true"#)
      times.append((SuspendingClock.now - start).milliseconds)
    }
    return times.maximum
  }
}
