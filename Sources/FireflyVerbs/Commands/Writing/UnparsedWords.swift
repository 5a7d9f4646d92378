import ArgumentParser
import FireflyCore
import Foundation

/// The arguments of a command that writes, of which some are wrong: enough to keep the words of its standard input.
struct UnparsedWords: ParsableArguments {
  @Option var title: String?
  @Option var summary: String?
  @Option var body: String?
  @Option var parent: String?
  @Option var template: String?
  @Option var server: String?
  @Option(name: .customLong("as")) var account: String?
  @Option(name: .customLong("data")) var dataFolder: String?
  @Option var logLevel: String?
  @Option var visibility: String?
  @Option var warning: String?
  @Option var language: String?
  @Option var poll: [String] = []
  @Argument(parsing: .allUnrecognized) var rest: [String] = []

  /// Keeps what a command would have read from its standard input as a draft.
  ///
  /// - Parameters:
  ///   - arguments: the arguments of the program.
  ///   - message: what is wrong with them, and the usage of the command.
  /// - Returns: a sentence that says where the words are, or that they were not read; nil without words.
  static func keep(_ arguments: [String], refusedWith message: String) -> String? {
    let commands = [WritePost.configuration, Edit.configuration].compactMap(\.commandName)
    guard let words = (try? parse(arguments)) ?? (try? parse(withValues(arguments))) else {
      return nil
    }
    let named = words.rest.first(where: Firefly.commandNames.contains)
    if named == nil, isInputPiped { return unread }
    guard
      // A wrong value of an option of all commands names the usage of none.
      let command = commands.first(where: {
        $0 == named || message.contains("Usage: firefly \($0) ")
      }), words.readsInput(of: command),
      let given = try? WritingOptions.parse(["--body", "-"]).read(), given.hasText
    else { return nil }
    return words.keep(given, of: command)
  }

  /// Returns arguments without options that lack their value: the next argument is an option, or there is none.
  private static func withValues(_ arguments: [String]) -> [String] {
    zip(arguments, arguments.dropFirst() + ["--"]).filter {
      !$0.hasPrefix("--") || !$1.hasPrefix("--")
    }
    .map(\.0)
  }

  /// Says that a command that reads nothing has left the words where they are.
  static let unread = "Standard input was not read: `firefly post` reads it."

  /// Whether standard input is a pipe, or a file with unread data.
  static var isInputPiped: Bool { VerbEnvironment.current.input.isPiped }

  private func readsInput(of command: String) -> Bool {
    let isUsual = body == nil && command == WritePost.configuration.commandName
    return (isUsual || body == "-") && !VerbEnvironment.current.input.isTerminal
  }

  private func keep(_ read: WritingOptions.GivenFields, of command: String) -> String {
    var given = read
    given.title = (warning ?? title).map { ForeignText.cleanLine($0) }
    given.summary = summary.map { ForeignText.cleanLine($0) }
    do {
      let choice = try? server.map(ServerChoice.init)
      let context = try CommandContext(
        command, CommonOptions.parse(dataFolder.map { ["--data", $0] } ?? []), server: choice,
        isClient: true)
      // A draft for a misspelled server stays with that name.
      let place = choice == nil ? server : nil
      let site =
        place.map { SiteID(kept: ForeignText.cleanLine($0)) } ?? context.server?.draftID ?? .unknown
      let key = Draft.Key(
        server: site, account: AccountChoice(account).draftOwner(on: site, context),
        target: target(of: command))
      let draft = try WritingSession.keep(given, at: key, template: template ?? "post", context) {
        // A draft that is continued keeps what is not given again.
        if let readers { $0.delivery.readers = readers }
        if let language { $0.delivery.language = ForeignText.cleanLine(language, limit: 20) }
        if !poll.isEmpty { $0.delivery.poll = NewPoll(lines: poll.joined(separator: "\n")) }
      }
      return draft.save()
    } catch {
      return RescuedText.save(given.over(PostText()).printed)
    }
  }

  private func target(of command: String) -> DraftTarget {
    if command == Edit.configuration.commandName, let id = rest.compactMap(Int.init).first {
      return .edit(id)
    }
    return template == "query" ? .newQuery : .newPost(below: parent.flatMap(Int.init))
  }

  /// Those who were probably meant; otherwise the fewest.
  private var readers: Readers? {
    guard let word = visibility else { return nil }
    if let readers = Readers(word: word) { return readers }
    let nearest = Readers.allCases.map(\.rawValue).nearest(to: word)
    return nearest.flatMap { Readers(rawValue: $0) } ?? .mentioned
  }
}
