import TerminalHarness

extension Trial {
  /// Connections that are kept alive.
  private static let connections = 64
  /// How long a server gets used to a question.
  private static let warmUp = Duration.milliseconds(200)

  /// Asks the program as a server for as much as it can answer: nearly nothing, one post, a feed of fifty.
  mutating func measureServing() throws {
    guard let command = contestant.serving else { return }
    let program = try ServedProgram(command, in: workspace)
    let feed = "/api/posts/recent-tagged?tags=post&limit="
    guard let line = LocalConnection(to: program.port),
      let post = try line.ask("GET", feed + "1").firstMatch(of: /"id": ?([0-9]+)/).map({
        String($0.1)
      })
    else { throw BenchError.badServer("the server has no posts") }
    let crowd = try Crowd(of: Self.connections, at: program.port)
    for (measure, target) in [
      (Measure.servedPings, "/api/ping"), (.servedPosts, "/api/posts/\(post)"),
      (.servedFeeds, feed + "50"),
    ] {
      _ = try crowd.ask(target, for: Self.warmUp)
      let outcome = try crowd.ask(target, for: effort.serving)
      set(measure, outcome.rate)
      if measure == .servedFeeds { set(.servedFeed99, outcome.times.percentile(99)) }
    }
  }
}
