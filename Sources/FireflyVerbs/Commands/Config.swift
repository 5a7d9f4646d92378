import ArgumentParser
import FireflyCore
import FireflyModel
import FireflySources
import Foundation

/// `firefly config show`: prints the settings.
struct ConfigShow: Subcommand, GroupedCommand {
  static let configuration = CommandConfiguration(
    commandName: "show",
    abstract: "Print the settings in effect and where each comes from.",
    discussion: """
      Prints a configuration file. A comment on each line says where the setting comes from: the file, a \
      FIREFLY_… variable, or the default. Mistakes are reported on standard error.
      """)

  @OptionGroup var listing: ListOptions
  @OptionGroup var common: CommonOptions
  @ParentCommand var group: ConfigGroup

  func perform() throws {
    try listing.check(.settings)
    let context = try CommandContext(Self.spokenName, common)
    let (places, configuration) = (context.paths, context.configuration)
    let complaints = configuration.complaints
    context.log.debug("configuration", metadata: ["complaints": "\(complaints.count)"])
    for complaint in complaints { StandardStreams.warn("\(complaint)") }
    guard !listing.json, listing.fields == nil else {
      return try listing.output(configuration.entries, as: .settings)
    }
    let isThere = FileManager.default.fileExists(atPath: places.configuration.path)
    let programs = configuration.missingPrograms
    let head = """
      # \(configuration.place)\(isThere ? "" : " does not exist")
      # posts: \(places.data.path)
      # log, drafts: \(places.state.path)
      # cache: \(places.cache.path)
      \(programs.map { "# \($0)\n" }.joined())
      """
    try StandardStreams.output(head + configuration.report(tried: context.feedTrial()))
  }
}

extension PrintedList where Item == ReportedSetting {
  /// The fields of settings.
  static var settings: PrintedList {
    PrintedList(
      name: "settings",
      fields: [
        ("name", { .text($0.name) }), ("value", { .text($0.value) }),
        ("origin", { .text($0.origin) }),
      ])
  }
}

/// `firefly config check`: reports mistakes in the settings.
struct ConfigCheck: Subcommand, GroupedCommand {
  static let configuration = CommandConfiguration(
    commandName: "check",
    abstract: "Report mistakes in the settings.",
    discussion: "The exit code is 1 if there are any.")

  @OptionGroup var common: CommonOptions
  @ParentCommand var group: ConfigGroup

  func perform() throws {
    let context = try CommandContext(Self.spokenName, common)
    let configuration = context.configuration
    var complaints =
      configuration.complaints + configuration.missing + configuration.missingPrograms
    complaints += context.unknownFilters.map {
      SettingsError(
        place: configuration.place, text: "feeds: “\($0)” is the name of no feed and no folder.")
    }
    let filters = configuration.feedFilters.sorted { $0.key < $1.key }.map(\.value)
    complaints += FeedFilters.complaints(about: filters.flatMap { $0.values.joined().sorted() })
      .map { SettingsError(place: configuration.place, text: "feeds: \($0)") }
    context.log.debug("configuration", metadata: ["complaints": "\(complaints.count)"])
    for complaint in complaints { StandardStreams.warn("\(complaint)") }
    guard complaints.isEmpty else { throw ExitCode(1) }
  }
}

/// `firefly config write`: creates the configuration.
struct ConfigWrite: Subcommand, GroupedCommand {
  static let configuration = CommandConfiguration(
    commandName: "write",
    abstract: "Create a configuration file with every setting, commented out.")

  @OptionGroup var common: CommonOptions
  @ParentCommand var group: ConfigGroup

  func perform() throws {
    let context = try CommandContext(Self.spokenName, common)
    let file = context.paths.configuration
    let text = type(of: context.configuration).template
    try StandardPaths.make(file.deletingLastPathComponent())
    let new = OwnFiles.create(file.path, O_WRONLY)
    guard new >= 0 else {
      throw Failure(
        errno == EEXIST
          ? "\(file.path) already exists; it was not changed."
          : "\(file.path) can't be created: \(OwnFiles.reason(errno, at: file.path)).")
    }
    defer { close(new) }
    if let problem = StandardStreams.write(Array(text.utf8), to: new) {
      unlink(file.path)
      throw Failure("\(file.path) can't be written: \(StandardStreams.reason(problem)).")
    }
    StandardStreams.confirm("Created \(file.path). All settings in it are commented out.\n")
  }
}
