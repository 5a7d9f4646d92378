import ArgumentParser
import FireflyAPI
import FireflyClient
import FireflyCore
import FireflyModel
import FireflySources

/// `firefly show`: prints posts in full.
struct Show: PostsCommand {
  static let configuration = CommandConfiguration(
    commandName: "show",
    abstract: "Print posts in full: formatted on a terminal, as Markdown elsewhere, or as JSON.",
    discussion: """
      Posts are named by numbers or by the addresses of pages of sources. - reads names from standard input, \
      the first of each line, so that `firefly search lamp | firefly show -` works. What is longer than the \
      terminal goes through $PAGER, as the shell reads it.
      """)

  @OptionGroup var named: NamedPosts
  @Flag(help: "Print the replies, too.")
  var thread = false

  @Flag(help: "Open the pages of at most 20 posts in the web browser instead of printing them.")
  var web = false

  @OptionGroup var listing: ListOptions
  @OptionGroup var common: CommonOptions
  @OptionGroup var connection: ConnectionOptions<Reading>
  @OptionGroup var identity: AccountOptions
  @ParentCommand var browsing: Firefly

  /// Maximum number of pages that are opened at once.
  private static let maximumPages = 20

  func validate() throws {
    try browsing.refuseOptions(with: "show", exceptServer: true)
    if web, listing.json || listing.fields != nil || thread {
      throw ValidationError("--web can't be used with --json, --fields or --thread.")
    }
  }

  func perform() throws {
    try listing.checkPosts()
    let usual = try makeContext()
    let places = try named.places(from: server, usual.server)
    let count = places.reduce(0) { $0 + $1.posts.count }
    guard !web || count <= Self.maximumPages else {
      throw Failure("--web opens at most \(Self.maximumPages) pages; these are \(count).")
    }
    var document: PostsDocument?
    var texts: [String] = []
    var lines: [[String]] = []
    let isComplete = try connected(to: places, usual) { place, context, connection in
      let printed = try listing.posts(context, connection)
      let client = context.client(of: connection, isForPrograms: listing.isForPrograms)
      var hasAll = true
      for id in place.posts {
        do {
          let branch = try branch(of: id, client, context)
          if web {
            try open(branch.nodes[0].post, client, context)
          } else if listing.json {
            let begun = document ?? PostsDocument()
            document = begun
            guard begun.add(branch.nodes.nested, printed) else { return true }
          } else if listing.hasLines {
            lines += branch.nodes.map { printed.line(of: $0.post) }
          } else {
            texts.append(text(of: branch, isListed: place.isListed, context, connection))
          }
          Posts.warn(ofLeftOut: branch.leftOut)
          guard branch.isCut else { continue }
          StandardStreams.warn("Not all replies could be read.")
        } catch let error as ValidationError {
          throw error
        } catch {
          Failure(error, onPost: id, on: place.server).say()
        }
        hasAll = false
      }
      return hasAll
    }
    if listing.json { try (document ?? PostsDocument()).end() }
    if listing.hasLines { try PrintedTable.output(lines) }
    if !texts.isEmpty { try Pager.output(texts.joined(separator: "\n")) }
    guard isComplete else { throw ExitCode(1) }
  }

  /// Returns a post, at depth 0, with its replies if they are wanted.
  private func branch(
    of id: Post.ID, _ client: any PostsClient, _ context: CommandContext
  ) throws -> OutlineBranch {
    let thread = thread
    return try MainLoop.run {
      let post = try await client.post(id, false)
      var branch = OutlineBranch([])
      if thread {
        do {
          branch = try await PostsReader(client: client, limit: 10_000, log: context.log)
            .read(parent: id, deep: true)
        } catch is APIError {
          // The post is printed all the same.
          branch.isCut = true
        }
      }
      branch.nodes.insert(OutlineBranch.Node(post: post, depth: 0), at: 0)
      return branch
    }
  }

  /// Returns the text of a branch; what is muted, filtered or behind a warning is folded unless it was named.
  private func text(
    of branch: OutlineBranch, isListed: Bool, _ context: CommandContext, _ connection: Connection
  ) -> String {
    let rows = PostsOutput(context, connection).learning(branch.nodes.lazy.map(\.post))
    let columns = StandardStreams.terminalColumns
    let account = connection.site.account
    return branch.nodes.map { node in
      let isNamed = node.depth == 0 && !isListed
      let post = isNamed ? node.post : rows.shown(node.post, isOpened: node.depth > 0)
      let isOpen = isNamed || account.owns(post)
      return PostReading(post, depth: node.depth, isOpen: isOpen, at: connection.site)
        .text(columns: columns)
    }.joined(separator: "\n")
  }

  /// Opens the page of a post; the client that has read it knows that.
  private func open(_ post: Post, _ client: any PostsClient, _ context: CommandContext) throws {
    let launcher = BrowserLauncher(environment: context.environment)
    let problem = try MainLoop.run { () async throws -> String? in
      guard let page = try await client.page(post.id) else {
        return "Post \(post.id) has no page on the web."
      }
      return await launcher.open(page)
    }
    if let problem { throw Failure(problem) }
  }
}
