import ArgumentParser
import FireflyAPI
import FireflyCore
import Foundation

/// What the UI shows, for pipes.
struct Posts: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Print posts: a line each, a tree, or JSON.")

  @OptionGroup var common: CommonOptions
  @OptionGroup var connection: ConnectionOptions

  @Option(
    help: ArgumentHelp(
      "Print the children of this post instead of the newest posts.", valueName: "id"))
  var parent: Int?

  @Flag(help: "Print what is below them as well, indented.")
  var tree = false

  @Flag(help: "Print JSON, {\"posts\": […]}, with the children of --tree nested.")
  var json = false

  @Option(help: ArgumentHelp("Posts at most, at each level.", valueName: "n"))
  var limit = 50

  @ParentCommand var browsing: Firefly

  func validate() throws {
    try browsing.refuseOptions(with: "posts", exceptServer: true)
    guard limit > 0 else { throw ValidationError("--limit is 1 or more.") }
    if let parent, parent < 1 { throw ValidationError("A post's number is 1 or more.") }
  }

  func run() throws {
    let (parent, limit, tree) = (parent, limit, tree)
    do {
      let context = try CommandContext.make(
        "posts", common, server: connection.server, isClient: true)
      try context.complain()
      let posts = try MainLoop.run {
        let connection = try await context.connect()
        let reader = TreeReader(client: context.client(of: connection), limit: limit)
        let posts = try await reader.read(parent: parent, deep: tree)
        await connection.close()
        return posts
      }
      try output(posts)
    } catch {
      Failure(error).end()
    }
  }

  private func output(_ posts: [Post]) throws {
    if json {
      let encoder = JSONEncoder()
      encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
      try StandardStreams.output(Array(try encoder.encode(["posts": posts])) + [0x0A])
      return
    }
    var lines = ""
    var waiting = posts.reversed().map { (post: $0, depth: 0) }
    while let (post, depth) = waiting.popLast() {
      lines += line(for: post, depth: depth)
      waiting += (post.children ?? []).reversed().map { ($0, depth + 1) }
      if lines.utf8.count > 1 << 16 {
        try StandardStreams.output(lines)
        lines = ""
      }
    }
    try StandardStreams.output(lines)
  }

  /// Number, title, summary and author, with a tab between each two and none inside.
  private func line(for post: Post, depth: Int) -> String {
    let sign = post.hasChildren || post.template == .query ? " >" : ""
    let fields = [
      String(post.id), String(repeating: "  ", count: depth) + post.title + sign, post.summary,
      post.byline ?? "",
    ]
    return fields.map { $0.replacing(/[\t\n]/, with: " ") }.joined(separator: "\t") + "\n"
  }
}

/// Reads posts and what is below them, from any server.
private struct TreeReader: Sendable {
  /// Lists asked for at most.
  private static let mostRequests = 2_000

  let client: PostsClient
  let limit: Int

  func read(parent: Int?, deep: Bool) async throws(APIError) -> [Post] {
    var first: [Post]
    if let parent {
      // The children of a post that isn't there are an empty list: ask for the post itself too.
      _ = try await client.post(parent, false)
      first = try await client.children(parent, 1).posts
    } else {
      first = try await newest()
    }
    first = Array(first.prefix(limit))
    guard deep else { return first }
    var requests = 0
    let branches = try await filled(first, seen: [], &requests)
    // The newest posts are of all levels: what stands below another one is not told twice.
    var below: Set<Int> = []
    var waiting = branches.flatMap { $0.children ?? [] }
    while let post = waiting.popLast() {
      if below.insert(post.id).inserted { waiting += post.children ?? [] }
    }
    return branches.filter { !below.contains($0.id) }
  }

  /// The newest posts, page by page where the server has pages.
  private func newest() async throws(APIError) -> [Post] {
    var posts: [Post] = []
    var seen: Set<Int> = []
    while posts.count < limit {
      let page = try await client.recentPosts("post", .any, nil, posts.last?.id).posts
      // A plain server answers with the first page again.
      let new = page.filter { seen.insert($0.id).inserted }
      if new.isEmpty { break }
      posts += new
    }
    return posts
  }

  private func filled(
    _ posts: [Post], seen: Set<Int>, _ requests: inout Int
  ) async throws(APIError) -> [Post] {
    var result: [Post] = []
    for var post in posts.prefix(limit) {
      if post.hasChildren, !seen.contains(post.id), seen.count < 200, requests < Self.mostRequests {
        requests += 1
        let below = try await client.children(post.id, 1).posts
        post.children = try await filled(below, seen: seen.union([post.id]), &requests)
      }
      result.append(post)
    }
    return result
  }
}
