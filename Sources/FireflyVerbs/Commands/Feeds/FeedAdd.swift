import ArgumentParser
import FireflyAPI
import FireflyCore
import FireflyForeign
import FireflySources
import Foundation

/// `firefly feed add`: follows feeds.
struct FeedAdd: FeedCommand {
  static let configuration = CommandConfiguration(
    commandName: "add", abstract: "Follow feeds.")

  @Argument(help: "The addresses of feeds, or of pages that name them, or files in OPML.")
  var urls: [String]

  @Option(help: ArgumentHelp("Call the feed so.", valueName: "name"))
  var name: String?

  @Option(
    help: ArgumentHelp("Put the feeds into this folder, such as Tech/More.", valueName: "folder"))
  var folder: String?

  @OptionGroup var connection: ConnectionOptions<Following>
  @OptionGroup var identity: AccountOptions
  @OptionGroup var common: CommonOptions
  @ParentCommand var group: FeedGroup

  func validate() throws {
    try browsing.refuseOptions(with: Self.spokenName, exceptServer: true)
    if name != nil, urls.count != 1 { throw ValidationError("--name is for one address.") }
    // No folder is one of them: before the first heading.
    if let folder, FeedFolder.name(folder) == nil && !folder.allSatisfy({ $0 == "/" }) {
      throw ValidationError("--folder wants the name of a folder.")
    }
  }

  func perform() throws {
    try withFeeds(reads: true) { feeds in
      if let words = folder.flatMap(FeedFolder.cut) { StandardStreams.warn(words) }
      // All are tried.
      let failures = try urls.filter { try !(followAll(in: $0, feeds) ?? follow($0, feeds)) }
      if !failures.isEmpty { throw ExitCode.failure }
    }
  }

  /// Follows the feeds of a file; nil if there is no such file.
  private func followAll(in path: String, _ reader: any FollowedFeeds) throws -> Bool? {
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
    let data = try file.read(limit: Self.maximumFile)
    let found = try Interruption.run(showing: "following feeds") { [folder] in
      try await reader.follow(opml: data, folder: folder)
    }
    guard let found else {
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
    found.refused.forEach(StandardStreams.warn)
    if let first = found.wanting.first {
      let count = Counted.words(found.wanting.count, "feed wants its", "feeds want their")
      StandardStreams.warn(
        "\(count) password."
          + VerbEnvironment.current.advice(
            " To give it: firefly feed add \(first)\(found.wanting.count == 1 ? "" : " …")"))
    }
    guard found.known + found.added.count + found.left + found.refused.count > 0 else {
      StandardStreams.warn("\(file.name): there are no feeds in it.")
      return false
    }
    let old = found.known > 0 ? " You follow \(found.known) of them already." : ""
    StandardStreams.note("You follow \(Self.feeds(found.added.count)) more.\(old)")
    guard found.left > 0 else { return found.refused.isEmpty }
    StandardStreams.warn(
      "\(Self.feeds(found.left)) left out: at most \(FeedList.maximum) can be followed.")
    return false
  }

  private static let maximumFile = 16 << 20

  private static func feeds(_ count: Int) -> String { Counted.words(count, "feed") }

  private func follow(_ url: String, _ reader: any FollowedFeeds) throws -> Bool {
    switch try followed(url, reader) {
    case .added(let feed):
      StandardStreams.note(Self.words(for: feed))
      if !feed.others.isEmpty {
        let them = feed.others.joined(separator: ", ")
        StandardStreams.note("The page also names \(Self.feeds(feed.others.count)): \(them)")
      }
      return true
    case .known(let feed):
      let place = folder == nil ? "" : " It is in \(feed.folder ?? "no folder") now."
      StandardStreams.note(
        "You follow \(feed.name.isEmpty ? feed.address : feed.name) already.\(place)")
      return true
    case .none(let reason):
      StandardStreams.warn("\(FeedList.withoutLogin(url)): \(reason)")
      return false
    }
  }

  /// Follows a feed; asks for the password of the name in its address.
  private func followed(_ url: String, _ reader: any FollowedFeeds) throws -> FeedReader.Following {
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
        guard try Dialogue.ask("Send it all the same? (yes or no)")?.lowercased() == "yes" else {
          return .none("Not followed: its password is not sent without encryption.")
        }
      }
      let question = "The password of \(request.name) on \(request.host):"
      guard let password = try Dialogue.askSecretly(question), !password.isEmpty else {
        return .none("No password given.")
      }
      reader.logIn(request, password: password)
      return try follow()
    }
  }

  private static func words(for feed: FeedReader.Feed) -> String {
    let name = feed.name.isEmpty ? feed.address : "“\(feed.name)” (\(feed.address))"
    let entries = Counted.words(feed.count, "entry", "entries")
    guard let failure = feed.failure else { return "You follow \(name) now: \(entries)." }
    return "You follow \(name) now\(feed.count == 0 ? "" : ": \(entries)"), but: \(failure)"
  }
}
