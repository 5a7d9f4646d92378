import ArgumentParser
import FireflyCore
import FireflyModel
import FireflySources
import Foundation

/// `firefly config`: prints, checks or creates the configuration.
struct Config: Subcommand {
  static let configuration = CommandConfiguration(
    commandName: "config",
    abstract: "Print or check the settings in effect and where each comes from.",
    discussion: """
      Prints a configuration file. A comment on each line says where the setting comes from: the file, a \
      FIREFLY_… variable, or the default. Mistakes are reported on standard error. With --check, only \
      mistakes are reported, and the exit code is 1 if there are any.
      """)

  @OptionGroup var common: CommonOptions

  @Flag(help: "Only report mistakes.")
  var check = false

  @Flag(help: "Create a configuration file with every setting, commented out.")
  var write = false

  @ParentCommand var browsing: Firefly

  func validate() throws {
    try browsing.refuseOptions(with: "config")
    if check, write { throw ValidationError("Use either --check or --write.") }
  }

  func perform() throws {
    let context = try CommandContext("config", common)
    let (places, configuration) = (context.paths, context.configuration)
    if write {
      return try writeTemplate(type(of: configuration).template, to: places.configuration)
    }
    var complaints = configuration.complaints
    let programs = configuration.missingPrograms
    if check {
      complaints += configuration.missing + programs
      complaints += context.unknownFilters.map {
        SettingsError(
          place: configuration.place, text: "feeds: “\($0)” is the name of no feed and no folder.")
      }
      let filters = configuration.feedFilters.sorted { $0.key < $1.key }.map(\.value)
      complaints += FeedFilters.complaints(about: filters.flatMap { $0.values.joined().sorted() })
        .map { SettingsError(place: configuration.place, text: "feeds: \($0)") }
    }
    context.log.debug("configuration", metadata: ["complaints": "\(complaints.count)"])
    for complaint in complaints { StandardStreams.warn("\(complaint)") }
    if check {
      guard complaints.isEmpty else { throw ExitCode(1) }
      return
    }
    let isThere = FileManager.default.fileExists(atPath: places.configuration.path)
    let head = """
      # \(configuration.place)\(isThere ? "" : " does not exist")
      # posts: \(places.data.path)
      # log, drafts: \(places.state.path)
      # cache: \(places.cache.path)
      \(programs.map { "# \($0)\n" }.joined())
      """
    try StandardStreams.output(head + configuration.report(tried: context.feedTrial()))
  }

  /// Creates the file, unless it exists.
  private func writeTemplate(_ text: String, to file: URL) throws {
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
