import Foundation
import PlainServer
import TerminalHarness

extension Trial {
  /// Seconds that a slow server takes for an answer.
  private static let slowness = 2.0

  /// Looks at what a server has to do with it: one that says nothing, a slow one, one that is asked for news,
  /// one that tells; and at what a program is answered that drives the screen.
  mutating func measureNetwork() throws {
    guard let network = contestant.network else { return }
    try measurePolls(network)
    try measureKeptPosts(network)
    try measureFeeds(network)
    try measureSearch(network)
    try measureBadge(network)
    try measureTaps(network)
  }

  private func open(_ command: [String], _ words: String) throws -> TerminalSession {
    let session = try launch(command)
    try session.wait(for: words)
    return session
  }

  private func quit(_ session: TerminalSession) throws {
    try session.send("q")
    _ = try session.waitForExit()
  }

  /// What it costs to ask a server for news that does not tell them; leaves its posts on the disk.
  private mutating func measurePolls(_ network: Contestant.Network) throws {
    let session = try open(network.away, "far 20")
    // Begun on everybody's posts, which are what is kept.
    pause(until: SuspendingClock.now + .seconds(8))
    func polls() -> Int { network.server.requests.filter { $0.hasSuffix("/poll") }.count }
    let (before, count) = (ProcessUsage(session: session.processID), polls())
    pause(until: SuspendingClock.now + effort.idle + .seconds(6))
    let cpu = ProcessUsage(session: session.processID).cpu(since: before)
    if polls() > count { set(.pollCPU, cpu.milliseconds / Double(polls() - count)) }
    try quit(session)
  }

  private mutating func measureKeptPosts(_ network: Contestant.Network) throws {
    network.server.delay("/", by: 30)
    defer { network.server.delay("/", by: 0) }
    let session = try launch(network.away)
    let shown = try session.wait(for: "far 20")
    set(.keptPosts, (shown - session.started).milliseconds)
    try quit(session)
  }

  /// Reads feeds from their server, and later from the disk.
  private mutating func measureFeeds(_ network: Contestant.Network) throws {
    try? FileManager.default.removeItem(atPath: network.feedsCache)
    for isFirst in [true, false] {
      let session = try launch(network.feeds)
      guard let shown = try? session.wait(for: "1 of 50", timeout: .seconds(120)) else { return }
      set(isFirst ? .firstFeeds : .keptFeeds, (shown - session.started).milliseconds)
      _ = session.waitForQuiet(.milliseconds(1_000))
      let usage = ProcessUsage(session: session.processID)
      if isFirst {
        set(.feedsMemory, Double(usage.peakMemory) / 1_000_000)
      } else {
        set(.keptFeedsCPU, usage.cpu.milliseconds)
        var keys: Samples = []
        for _ in 0..<effort.keys { keys.append(try keyDelay(session)) }
        set(.feedsKey, keys.median)
      }
      try quit(session)
    }
  }

  private mutating func measureSearch(_ network: Contestant.Network) throws {
    let session = try open(network.away, "far 20")
    try session.send("<f2>")
    try session.wait(until: "the search") {
      $0.screenRows.dropFirst().contains { $0.contains("the search") }
    }
    _ = session.waitForQuiet(.milliseconds(500))
    network.server.delay("/api/search", by: Self.slowness)
    network.server.delay("/api/posts", by: Self.slowness)
    defer {
      network.server.delay("/api/search", by: 0)
      network.server.delay("/api/posts", by: 0)
    }
    let sent = try session.send("<right>")
    let shown = try session.wait(matching: "far [0-9]")
    set(.firstHit, (shown - sent) / .seconds(1))
    try quit(session)
  }

  /// Looks at another explorer while somebody else writes a post.
  private mutating func measureBadge(_ network: Contestant.Network) throws {
    let session = try open(network.own, "welcome to firefly")
    try session.send("<f3>")
    try session.wait(for: "recent users")
    _ = session.waitForQuiet(.milliseconds(500))
    try network.write()
    let written = SuspendingClock.now
    let shown = try session.wait(until: "the dot") {
      $0.screenRows.last?.contains("posts ●") == true
    }
    set(.badge, (shown - written).milliseconds)
    try quit(session)
  }

  /// Taps two cards in turn, by one connection.
  private mutating func measureTaps(_ network: Contestant.Network) throws {
    let session = try open(network.own + network.automation, "welcome to firefly")
    try session.wait(matching: #"127\.0\.0\.1:[0-9]+"#)
    let match = session.screenText.firstMatch(of: /127\.0\.0\.1:([0-9]+)/)
    guard let port = match.flatMap({ Int($0.1) }), let line = LocalConnection(to: port) else {
      return
    }
    let elements = try line.ask("GET", "/elements")
    let cards = elements.matches(of: /"id":"(card-[0-9]+)"/).map { String($0.1) }
    guard cards.count > 1 else { return }
    var times: Samples = []
    for index in 0..<effort.keys {
      let start = SuspendingClock.now
      let answer = try line.ask("POST", "/test/tap?id=\(cards[index % 2])")
      if answer.contains("success") { times.append((SuspendingClock.now - start).milliseconds) }
    }
    set(.tap, times.median)
    try quit(session)
  }
}
