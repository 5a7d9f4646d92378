import ArgumentParser
import FireflyApp
import FireflyCore
import FireflyRuntime
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
    let programs = missingPrograms(context, source)
    if check { complaints += missing(context, source) + programs }
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
      \(programs.map { "# \($0)\n" }.joined())
      """
    let report = SettingsReport(context.configuration, source, tried: context.feedTrial())
    try StandardStreams.output(head + report.text)
  }

  /// Returns complaints about what the configuration names and this machine lacks.
  ///
  /// Only `--check` looks for it, because the configuration may be for another machine.
  private func missing(
    _ context: CommandContext, _ source: ConfigurationSource
  ) -> [SettingsError] {
    var complaints: [SettingsError] = []
    if case .named(let name) = context.configuration.settings.spelling,
      DictionaryFiles(name, in: DictionaryFiles.folders(context.environment)) == nil
    {
      complaints.append(
        source.complaint(
          ["spelling"], "no dictionary for \(name). \(DictionaryPackage.hint(for: name))"))
    }
    if let path = context.configuration.authorities {
      let text = (try? InputFile(path: path).read(limit: 16 << 20)) ?? Data()
      if text.range(of: Data("-----BEGIN CERTIFICATE-----".utf8)) == nil {
        complaints.append(
          source.complaint(["ca-file"], "\(path) has no certificate in the form PEM."))
      }
    }
    return complaints
  }

  /// Returns complaints about programs that this machine lacks.
  private func missingPrograms(
    _ context: CommandContext, _ source: ConfigurationSource
  ) -> [SettingsError] {
    var complaints: [SettingsError] = []
    for (name, words) in context.configuration.programs.sorted(by: { $0.key < $1.key }) {
      let program = ProgramOutput(
        name: name, words: words, environment: context.environment, maximumBytes: 0, seconds: 0)
      guard let problem = program.problem else { continue }
      complaints.append(source.complaint(["sources", name], problem))
    }
    for command in context.configuration.settings.commands {
      let program = ProgramOutput(
        name: "“\(command.name)”", words: command.words, environment: context.environment,
        maximumBytes: 0, seconds: 0, isOwnCommand: true)
      guard let problem = program.problem else { continue }
      complaints.append(
        source.complaint(
          (context.configuration.commandPlaces[command.name] ?? []) + ["run"], problem))
    }
    return complaints
  }

  /// Creates the file, unless it exists.
  private func writeTemplate(to file: URL) throws {
    try StandardPaths.make(file.deletingLastPathComponent())
    let new = OwnFiles.create(file.path, O_WRONLY)
    guard new >= 0 else {
      throw Failure(
        errno == EEXIST
          ? "\(file.path) already exists; it was not changed."
          : "\(file.path) can't be created: \(OwnFiles.reason(errno, at: file.path)).")
    }
    defer { close(new) }
    if let problem = StandardStreams.write(Array(SettingsTemplate.text.utf8), to: new) {
      unlink(file.path)
      throw Failure("\(file.path) can't be written: \(StandardStreams.reason(problem)).")
    }
    StandardStreams.confirm("Created \(file.path). All settings in it are commented out.\n")
  }
}
