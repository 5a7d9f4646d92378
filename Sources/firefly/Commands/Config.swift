import ArgumentParser
import FireflyApp
import FireflySpelling
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
    let (places, environment) = (context.paths, context.environment)
    if write { return try writeTemplate(to: places.configuration) }
    let source = ConfigurationSource(file: places.configuration, environment: environment)
    var complaints = context.configuration.complaints
    if check, let missing = missingDictionary(context, source) { complaints.append(missing) }
    context.log.debug("configuration", metadata: ["complaints": "\(complaints.count)"])
    for complaint in complaints { StandardStreams.warn("\(complaint)") }
    if check {
      guard complaints.isEmpty else { throw ExitCode(1) }
      return
    }
    let isThere = FileManager.default.fileExists(atPath: places.configuration.path)
    let head = """
      # \(source.file)\(isThere ? "" : " does not exist")
      # posts: \(places.data.path)
      # log, drafts: \(places.state.path)
      # cache: \(places.cache.path)

      """
    try StandardStreams.output(head + SettingsReport(context.configuration, source).text)
  }

  /// Returns a complaint about a missing dictionary.
  ///
  /// Only `--check` looks for it, because the configuration may be for another machine.
  private func missingDictionary(
    _ context: CommandContext, _ source: ConfigurationSource
  ) -> SettingsError? {
    guard case .named(let name) = context.configuration.settings.spelling,
      DictionaryFiles(name, in: DictionaryFiles.folders(context.environment)) == nil
    else { return nil }
    let language = name.prefix { $0.isLetter }.lowercased()
    return source.complaint(
      ["spelling"], "no dictionary for \(name). On Debian: apt install hunspell-\(language)")
  }

  /// Creates the file, unless it exists.
  private func writeTemplate(to file: URL) throws {
    do {
      try StandardPaths.make(file.deletingLastPathComponent())
      try Data(SettingsTemplate.text.utf8).write(to: file, options: .withoutOverwriting)
    } catch CocoaError.fileWriteFileExists {
      throw Failure("\(file.path) already exists; it was not changed.")
    } catch {
      throw Failure("\(file.path) can't be created: \(error.localizedDescription)")
    }
    StandardStreams.confirm("Created \(file.path). All settings in it are commented out.\n")
  }
}
