import ArgumentParser
import FireflyAPI
import FireflyCore
import FireflySources

/// The posts that a command is about: by numbers, by addresses of pages, or from standard input.
struct NamedPosts: ParsableArguments {
  @Argument(help: ArgumentHelp("Numbers or addresses, or - for standard input.", valueName: "post"))
  var posts: [String]

  /// Maximum bytes of standard input.
  private static let maximumInput = 1 << 20

  /// Posts at one place: at a source by the address of its page, or at the server of `--server` or the configuration.
  struct Place {
    var link: SourceLink?
    var server: ServerChoice?
    /// Whether a list on standard input has the posts: nobody named each of them.
    var isListed = false
    var posts: [Post.ID] = []

    fileprivate func isSame(as other: Place) -> Bool {
      link == other.link && server == other.server && isListed == other.isListed
    }
  }

  /// Returns the posts, those at the same place together if they follow each other.
  ///
  /// - Parameters:
  ///   - named: the server of `--server`; nil if none is named.
  ///   - server: where numbers are, and where addresses are looked up first; nil for the embedded server.
  func places(from named: ServerChoice?, _ server: ServerChoice?) throws -> [Place] {
    var places: [Place] = []
    for (name, isListed) in try names() {
      var place: Place
      let id: Post.ID
      switch name {
      case .number(let number): (place, id) = (Place(server: named), number)
      case .page(let address):
        let link = (try? name.link(at: server)) ?? SourceLink(address)
        guard let link, let post = link.post else {
          throw Failure("“\(ForeignText.cleanLine(address, limit: 200))” is no page of a source.")
        }
        (place, id) = (Place(link: link, server: .source(link.source)), post)
      }
      place.isListed = isListed
      if places.last?.isSame(as: place) != true { places.append(place) }
      places[places.count - 1].posts.append(id)
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
}

/// A command that takes several posts, also of several places.
protocol PostsCommand: AccountUsingCommand {
  var named: NamedPosts { get }
}

extension PostsCommand {
  /// Runs a closure at each place; what fails at one is said, and the others are done all the same.
  ///
  /// - Parameters:
  ///   - places: the places.
  ///   - usual: the context of posts that have numbers.
  ///   - body: gets the place; returns whether all was done there.
  /// - Returns: whether all was done.
  /// - Throws: `ValidationError`, and what else is an error of usage.
  func connected(
    to places: [NamedPosts.Place], _ usual: CommandContext,
    _ body: (NamedPosts.Place, CommandContext, Connection) throws -> Bool
  ) throws -> Bool {
    var isComplete = true
    for place in places {
      do {
        try context(of: place, usual).connected { context, connection in
          if try !body(place, context, connection) { isComplete = false }
        }
      } catch let error as ValidationError {
        throw error
      } catch let failure as Failure where failure.code == Failure.usage {
        throw failure
      } catch {
        Failure(error, on: place.server).say()
        isComplete = false
      }
    }
    return isComplete
  }

  /// Runs a closure for each post; what fails is said, and the others are done all the same.
  ///
  /// - Parameters:
  ///   - body: gets the post and its place.
  ///   - end: is run at each place after its last post.
  /// - Throws: `ValidationError`, and the worst `ExitCode` if something failed.
  func forEachPost(
    _ body: (Post.ID, CommandContext, Connection) throws -> Void,
    atEnd end: (CommandContext, Connection) throws -> Void = { _, _ in }
  ) throws {
    let usual = try makeContext()
    try usual.requireNamedServer()
    let places = try named.places(from: server, usual.server)
    var worst: Int32 = 1
    let isComplete = try connected(to: places, usual) { place, context, connection in
      var hasAll = true
      for id in place.posts {
        do {
          try body(id, context, connection)
        } catch {
          let failure = Failure(error, onPost: id, on: place.server)
          failure.say()
          (hasAll, worst) = (false, max(worst, failure.code))
        }
      }
      try end(context, connection)
      return hasAll
    }
    guard isComplete else { throw ExitCode(worst) }
  }

  private func context(
    of place: NamedPosts.Place, _ usual: CommandContext
  ) throws -> CommandContext {
    guard let link = place.link else { return usual }
    var context = try CommandContext(
      Self.spokenName, common, server: place.server, account: account, isClient: true)
    context.link = link
    return context
  }
}
