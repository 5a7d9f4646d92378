import ArgumentParser
import FireflyAPI
import FireflyApp
import FireflyCore
import FireflyRuntime
import Foundation

/// `firefly posts`: prints posts.
struct Posts: ServerCommand {
  static let configuration = CommandConfiguration(
    abstract: "Print posts: one per line, as a tree, or as JSON.",
    discussion: """
      Each line has the post's number, title, summary and author, separated by tabs, or in columns on a \
      terminal. A trailing “ >” marks \
      posts with replies, and searches.
      """)

  @OptionGroup var common: CommonOptions
  @OptionGroup var connection: ConnectionOptions

  @Option(
    help: ArgumentHelp(
      "Print the replies to this post instead of the newest posts.", valueName: "id"))
  var parent: Int?

  @Flag(help: "Print replies at all levels, indented.")
  var tree = false

  @Flag(help: "Print JSON, {\"posts\": […]}, with the children of --tree nested.")
  var json = false

  @Option(help: ArgumentHelp("Maximum posts per level.", valueName: "n"))
  var limit = 50

  /// Only for the hint that `firefly posts 9` gets.
  @Argument(help: .hidden)
  var unexpected: String?

  @ParentCommand var browsing: Firefly

  func validate() throws {
    try browsing.refuseOptions(with: "posts", exceptServer: true)
    guard limit > 0 else { throw ValidationError("--limit must be 1 or more.") }
    if let parent, parent < 1 { throw ValidationError("The number of a post must be 1 or more.") }
  }

  func perform() throws {
    // Not in `validate`, which is called before unknown options are reported.
    if let unexpected {
      let shown = ForeignText.cleanLine(unexpected, limit: 40)
      throw ValidationError(
        Int(unexpected) == nil
          ? "Unexpected argument “\(shown)”. Use `firefly search` to find posts."
          : "To print the replies to post \(shown), use --parent \(shown).")
    }
    try connected { [parent, tree] context, connection in
      let reader = PostsReader(client: context.client(of: connection), limit: limit)
      let branch = try MainLoop.run { try await reader.read(parent: parent, deep: tree) }
      try output(branch.nodes)
      if branch.isCut { throw Failure(Self.incomplete) }
    }
  }

  func failure(of error: any Error) -> Failure { Failure(error, onPost: parent) }

  private static let incomplete = """
    The tree is incomplete: it is too large or too deep, or the server did not answer every request. Use \
    --parent to print a part of it.
    """

  private func output(_ nodes: [Outline.Node]) throws {
    if json {
      return try StandardStreams.output(json: ["posts": nested(nodes)])
    }
    try PrintedTable.output(nodes.map { PostsOutput.row(for: $0.post, depth: $0.depth) })
  }

  /// Returns the posts of the first level, with their descendants nested as `children`.
  private func nested(_ nodes: [Outline.Node]) -> [Post] {
    guard tree else { return nodes.map(\.post) }
    // Posts whose parent has not been visited, by depth, in reverse order.
    var waiting: [Int: [Post]] = [:]
    for node in nodes.reversed() {
      var post = node.post
      let children = waiting.removeValue(forKey: node.depth + 1)
      if let children { post.children = children.reversed() }
      waiting[node.depth, default: []].append(post)
    }
    return (waiting[1] ?? []).reversed()
  }
}
