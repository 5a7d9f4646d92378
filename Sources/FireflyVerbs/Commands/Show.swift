import ArgumentParser
import FireflyAPI
import FireflyClient
import FireflyCore
import FireflyModel
import FireflySources

/// `firefly show`: prints posts in full.
struct Show: AccountUsingCommand {
  static let configuration = CommandConfiguration(
    commandName: "show",
    abstract: "Print posts in full: formatted on a terminal, as Markdown elsewhere, or as JSON.",
    discussion: """
      Posts are named by numbers or by the addresses of pages of sources. - reads names from standard input, \
      the first of each line, so that `firefly search lamp | firefly show -` works. What is longer than the \
      terminal goes through $PAGER.
      """)

  @Argument(help: ArgumentHelp("Numbers or addresses, or - for standard input.", valueName: "post"))
  var posts: [String]

  @Flag(help: "Print the replies, too.")
  var thread = false

  @Flag(help: "Print JSON, {\"posts\": […]}, with the children of --thread nested.")
  var json = false

  @Flag(help: "Open the pages of the posts in the web browser instead of printing them.")
  var web = false

  @OptionGroup var common: CommonOptions
  @OptionGroup var connection: ConnectionOptions<Reading>
  @OptionGroup var identity: AccountOptions
  @ParentCommand var browsing: Firefly

  /// Maximum bytes of standard input.
  private static let maximumInput = 1 << 20

  func validate() throws {
    try browsing.refuseOptions(with: "show", exceptServer: true)
    if web, json || thread { throw ValidationError("--web can't be used with --json or --thread.") }
  }

  func perform() throws {
    let document = json ? PostsDocument() : nil
    var texts: [String] = []
    var isComplete = true
    for (place, named) in try places() {
      try context(of: place).connected { context, connection in
        for post in named {
          do {
            let branch = try branch(of: post, context, connection)
            if web {
              try open(branch.nodes[0].post, context, connection)
            } else if let document {
              guard document.add(branch.nodes.nested) else { return }
            } else {
              texts.append(text(of: branch, isListed: place.isListed, context, connection))
            }
            guard branch.isCut else { continue }
            StandardStreams.warn("Not all replies could be read.")
          } catch {
            StandardStreams.warn("\(Failure(error, onPost: post, on: server))")
          }
          isComplete = false
        }
      }
    }
    try document?.end()
    if !texts.isEmpty { try Pager.output(texts.joined(separator: "\n")) }
    guard isComplete else { throw ExitCode(1) }
  }

  /// Where posts are: a source by the address of its page, or the server of `--server`.
  private struct Place: Equatable {
    var link: SourceLink?
    var server: ServerChoice?
    /// Whether a list on standard input has the posts: nobody named each of them.
    var isListed = false
  }

  /// Returns the posts, those at the same place together if they follow each other.
  private func places() throws -> [(Place, [Post.ID])] {
    var places: [(Place, [Post.ID])] = []
    for (named, isListed) in try names() {
      var place: Place
      let id: Post.ID
      switch named {
      case .number(let number): (place, id) = (Place(server: server), number)
      case .page(let address):
        let link = (try? named.link(at: server)) ?? SourceLink(address)
        guard let link, let post = link.post else {
          throw Failure("“\(ForeignText.cleanLine(address, limit: 200))” is no page of a source.")
        }
        (place, id) = (Place(link: link, server: .source(link.source)), post)
      }
      place.isListed = isListed
      if places.last?.0 != place { places.append((place, [])) }
      places[places.count - 1].1.append(id)
    }
    return places
  }

  /// Returns the names, with those of standard input in the place of `-`.
  private func names() throws -> [(NamedPost, isListed: Bool)] {
    try posts.flatMap { name in
      guard name == "-" else { return [(try Self.parsed(name), isListed: false)] }
      let data = try InputFile(path: name).read(limit: Self.maximumInput)
      guard data.count <= Self.maximumInput else {
        throw Failure("Standard input has more than a megabyte.")
      }
      return try String(decoding: data, as: UTF8.self).split(whereSeparator: \.isNewline)
        .compactMap { $0.split(whereSeparator: \.isWhitespace).first.map(String.init) }
        .map { (try Self.parsed($0), isListed: true) }
    }
  }

  // Not in `validate`, which is called before unknown options are reported.
  private static func parsed(_ name: String) throws -> NamedPost {
    guard let named = NamedPost(argument: name) else {
      throw ValidationError(
        "“\(ForeignText.cleanLine(name, limit: 40))” is no number of a post and no address.")
    }
    return named
  }

  private func context(of place: Place) throws -> CommandContext {
    guard let link = place.link else { return try makeContext() }
    var context = try CommandContext(
      Self._commandName, common, server: place.server, account: account, isClient: true)
    context.link = link
    return context
  }

  /// Returns a post, at depth 0, with its replies if they are wanted.
  private func branch(
    of id: Post.ID, _ context: CommandContext, _ connection: Connection
  ) throws -> OutlineBranch {
    let client = context.client(of: connection, isForPrograms: json)
    let thread = thread
    return try MainLoop.run {
      let post = try await client.post(id, false)
      var branch = OutlineBranch([])
      if thread {
        branch = try await PostsReader(client: client, limit: 10_000, log: context.log)
          .read(parent: id, deep: true)
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
    return branch.nodes.map { node in
      let isNamed = node.depth == 0 && !isListed
      let post = isNamed ? node.post : rows.shown(node.post, isOpened: node.depth > 0)
      return PostReading(post, depth: node.depth, isNamed: isNamed, at: connection.site)
        .text(columns: columns)
    }.joined(separator: "\n")
  }

  private func open(
    _ post: Post, _ context: CommandContext, _ connection: Connection
  ) throws {
    let client = context.client(of: connection)
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
