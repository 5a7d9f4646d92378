import ArgumentParser
import FireflyAPI
import FireflyCore
import FireflyForeign
import FireflySources
import Foundation

/// `firefly feeds`: opens the terminal UI on feeds, or changes which ones the user follows.
struct ReadFeeds: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "feeds", abstract: "Read feeds: RSS, Atom and JSON Feed.",
    discussion: """
      Shows the entries of the feeds that you follow, or of those whose addresses you name, the newest first; F3 \
      lists the feeds. The address of a page will do if it names its feed. Feeds are requested every 15 minutes while \
      Firefly runs, or by --fetch, such as from cron. Their entries can be read without a connection.

      The list is a text file, ~/.local/share/firefly/feeds.txt: an address and perhaps a name on each line. A line \
      # [Tech/More] begins a folder: the feeds below it are in it. One feed is --server feed:URL, all of them --server feed:, which other commands accept, too.

      Example: firefly feeds --add https://example.org
      """)

  @Argument(
    help: "The addresses of feeds, or of pages that name them; with --add also files in OPML.")
  var urls: [String] = []

  @Flag(help: "Follow these feeds.")
  var add = false

  @Flag(help: "Follow these feeds no longer; their names will do, too.")
  var remove = false

  @Flag(
    help:
      "List the feeds that you follow: address, name, number of entries, what went wrong, and folder."
  )
  var list = false

  @Flag(help: "Request the feeds whose time has come, and print the new entries.")
  var fetch = false

  @Option(help: ArgumentHelp("With --add: call the feed so.", valueName: "name"))
  var name: String?

  @Option(
    help: ArgumentHelp(
      "With --add: put the feeds into this folder, such as Tech/More.", valueName: "folder"))
  var folder: String?

  @OptionGroup var listing: ListOptions

  @OptionGroup var common: CommonOptions
  @ParentCommand var browsing: Firefly

  private var modes: Int { [add, remove, list, fetch].count { $0 } }

  func validate() throws {
    try browsing.refuseServer(with: "feeds")
    guard modes <= 1 else {
      throw ValidationError("Use one of --add, --remove, --list and --fetch.")
    }
    if modes == 1 { try browsing.refuseOptions(with: "feeds") }
    if add || remove, urls.isEmpty { throw ValidationError("Name the address of a feed.") }
    if list || fetch, !urls.isEmpty {
      throw ValidationError("--list and --fetch are about all feeds that you follow.")
    }
    if name != nil, !add || urls.count != 1 {
      throw ValidationError("--name is for --add with one address.")
    }
    // No folder is one of them: before the first heading.
    if let folder, !add || FeedFolder.name(folder) == nil && !folder.allSatisfy({ $0 == "/" }) {
      throw ValidationError("--folder is for --add, with the name of a folder.")
    }
    if listing.json || listing.fields != nil, !list, !fetch {
      throw ValidationError("--json and --fields are for --list and --fetch.")
    }
    guard modes == 0 else { return }
    do throws(APIError) {
      _ = try SourceAddress(feeds: urls)
    } catch {
      throw ValidationError(error.sentence)
    }
  }

  func run() throws {
    guard modes == 0 else {
      do {
        return try perform()
      } catch let error where error is ExitCode || error is ValidationError {
        throw error
      } catch {
        throw Failure(error)
      }
    }
    let source = urls.isEmpty ? SourceAddress(.feeds) : try SourceAddress(feeds: urls)
    try browsing.open(.source(source), common)
  }

  private func perform() throws {
    let context = try CommandContext("feeds", common)
    try context.reportComplaints()
    if add || fetch, let problem = HTMLText.problem { throw Failure(problem) }
    let reader = try context.feedReader()
    if list { return try output(reader.feeds) }
    if fetch { return try output(fetchedBy: reader) }
    if let words = folder.flatMap(FeedFolder.cut) { StandardStreams.warn(words) }
    var failures = 0
    for url in urls {
      let isDone =
        add
        ? try followAll(in: url, reader) ?? follow(url, reader) : try unfollow(url, reader)
      if !isDone { failures += 1 }
    }
    if failures > 0 { throw ExitCode.failure }
  }

  /// Follows the feeds of a file; nil if there is no such file.
  private func followAll(in path: String, _ reader: FeedReader) throws -> Bool? {
    guard !path.contains("://"),
      path == "-"
        || FileManager.default.fileExists(atPath: VerbEnvironment.current.path(path))
    else {
      return nil
    }
    guard name == nil else {
      throw ValidationError("--name is for one feed, not for a file with feeds.")
    }
    let file = InputFile(path: path)
    guard let found = try reader.follow(opml: file.read(limit: Self.maximumFile), folder: folder)
    else {
      StandardStreams.warn("\(file.name): this is no list of feeds in OPML.")
      return false
    }
    if let first = found.unusable.first {
      let count = found.unusable.count
      StandardStreams.warn(
        "Left out: \(Counted.words(count, "address", "addresses")) that can't be requested (\(first)"
          + "\(count == 1 ? "" : " …")).")
    }
    found.cut.map(StandardStreams.warn)
    if let first = found.wanting.first {
      let count = Counted.words(found.wanting.count, "feed wants its", "feeds want their")
      StandardStreams.warn(
        "\(count) password."
          + VerbEnvironment.current.advice(
            " To give it: firefly feeds --add \(first)\(found.wanting.count == 1 ? "" : " …")"))
    }
    guard found.known + found.added.count + found.left > 0 else {
      StandardStreams.warn("\(file.name): there are no feeds in it.")
      return false
    }
    let old = found.known > 0 ? " You follow \(found.known) of them already." : ""
    StandardStreams.warn("You follow \(Self.feeds(found.added.count)) more.\(old)")
    guard found.left > 0 else { return true }
    StandardStreams.warn(
      "\(Self.feeds(found.left)) left out: at most \(FeedList.maximum) can be followed.")
    return false
  }

  private static let maximumFile = 16 << 20

  private static func feeds(_ count: Int) -> String { Counted.words(count, "feed") }

  private func follow(_ url: String, _ reader: FeedReader) throws -> Bool {
    switch try followed(url, reader) {
    case .added(let feed):
      StandardStreams.warn(Self.words(for: feed))
      if !feed.others.isEmpty {
        let them = feed.others.joined(separator: ", ")
        StandardStreams.warn("The page also names \(Self.feeds(feed.others.count)): \(them)")
      }
      return true
    case .known(let feed):
      let place = folder == nil ? "" : " It is in \(feed.folder ?? "no folder") now."
      StandardStreams.warn(
        "You follow \(feed.name.isEmpty ? feed.address : feed.name) already.\(place)")
      return true
    case .none(let reason):
      StandardStreams.warn("\(FeedList.withoutLogin(url)): \(reason)")
      return false
    }
  }

  /// Follows a feed; asks for the password of the name in its address.
  private func followed(_ url: String, _ reader: FeedReader) throws -> FeedReader.Following {
    func follow() throws -> FeedReader.Following {
      try Interruption.run({ [name, folder] in
        try await reader.follow(url, name: name, folder: folder)
      })
    }
    do {
      return try follow()
    } catch APIError.passwordNeeded(let request) {
      if request.isOverheard {
        Dialogue.say(request.warning)
        guard Dialogue.ask("Send it all the same? (yes or no)")?.lowercased() == "yes" else {
          return .none("Not followed: its password is not sent without encryption.")
        }
      }
      let question = "The password of \(request.name) on \(request.host):"
      guard let password = Dialogue.askSecretly(question), !password.isEmpty else {
        return .none("No password given.")
      }
      reader.logIn(request, password: password)
      return try follow()
    }
  }

  private static func words(for feed: FeedReader.Feed) -> String {
    let name = feed.name.isEmpty ? feed.address : "“\(feed.name)” (\(feed.address))"
    if let failure = feed.failure { return "You follow \(name) now, but: \(failure)" }
    return "You follow \(name) now: \(Counted.words(feed.count, "entry", "entries"))."
  }

  private func unfollow(_ url: String, _ reader: FeedReader) throws -> Bool {
    guard let feed = try reader.unfollow(url) else {
      StandardStreams.warn("You don't follow “\(FeedList.withoutLogin(url))”.")
      return false
    }
    let name = feed.name.isEmpty ? feed.address : "“\(feed.name)”"
    StandardStreams.warn("You no longer follow \(name).")
    return true
  }

  private func output(_ feeds: [FeedReader.Feed]) throws {
    try listing.output(
      feeds, as: .feeds,
      else: feeds.map { [$0.address, $0.name, "\($0.count)", $0.failure ?? "", $0.folder ?? ""] })
  }

  private func output(fetchedBy reader: FeedReader) throws {
    let before = Set(reader.feeds.map(\.address))
    let (entries, failed) = try Interruption.run { await reader.fetch() }
    let posts = Array(reader.posts(entries))
    try listing.output(
      posts, as: .posts(at: SourceAddress(.feeds).site(as: .signedOut)),
      else: posts.map { post in
        let title = post.title.isEmpty ? post.summary : post.title
        return [title, post.byline ?? "", reader.page(of: post) ?? ""]
      })
    let feeds = reader.feeds
    for feed in feeds {
      if let old = feed.before, before.contains(old) {
        StandardStreams.warn("\(old) has moved: you follow \(feed.address) now.")
      }
    }
    // A feed that is gone is named once, not each time by cron.
    for feed in failed { StandardStreams.warn("\(feed.address): \(feed.failure ?? "")") }
    if !feeds.isEmpty, feeds.allSatisfy({ $0.failure != nil }) { throw ExitCode.failure }
  }
}

extension PrintedList where Item == FeedReader.Feed {
  /// The fields of feeds.
  fileprivate static var feeds: PrintedList {
    PrintedList(
      name: "feeds",
      fields: [
        ("address", { .text($0.address) }), ("name", { .text($0.name) }),
        ("entries", { .number($0.count) }), ("failure", { $0.failure.map(PrintedValue.text) }),
        ("folder", { $0.folder.map(PrintedValue.text) }),
      ])
  }
}
