import ArgumentParser
import FireflyApp
import Foundation

/// The configuration as it is understood.
struct Config: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Print what is in force, and where each of it is said; or check it.",
    discussion: """
      What is printed is a configuration itself, with the origin of each line behind it: the file, a \
      FIREFLY_… variable, or the default. What can't be understood is said on standard error; with \
      --check nothing else is, and the exit code is 1 then.
      """)

  @OptionGroup var common: CommonOptions

  @Flag(help: "Only say what is wrong.")
  var check = false

  @ParentCommand var browsing: Firefly

  func validate() throws { try browsing.refuseOptions(with: "config") }

  func run() throws {
    do {
      let context = try CommandContext.make("config", common)
      let (places, environment) = (context.places, context.environment)
      let complaints = context.configuration.complaints
      context.log.debug("configuration", metadata: ["complaints": "\(complaints.count)"])
      for complaint in complaints { StandardStreams.complain("\(complaint)") }
      if check {
        guard complaints.isEmpty else { throw ExitCode(1) }
        return
      }
      let source = ConfigurationSource(file: places.configuration, environment: environment)
      let isThere = FileManager.default.fileExists(atPath: places.configuration.path)
      let head = """
        # \(source.file)\(isThere ? "" : " is not there")
        # posts: \(places.data.path)
        # log, drafts: \(places.state.path)
        # copies of pictures: \(places.cache.path)

        """
      try StandardStreams.output(head + SettingsReport(context.configuration, source).text)
    } catch let code as ExitCode {
      throw code
    } catch {
      Failure(error).end()
    }
  }
}
