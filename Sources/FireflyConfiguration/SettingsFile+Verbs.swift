import FireflyClient
import FireflyCore
import FireflyModel
import FireflySpelling
import FireflyVerbs
import Foundation

// What verbs need of the configuration.
extension SettingsFile: VerbConfiguration {
  package static var template: String { SettingsTemplate.text }

  package var muted: Muted { settings.muted }

  package var readMarks: Bool { settings.readMarks }

  package var sharesMarks: Bool { settings.sharesMarks }

  package func report(tried: @escaping (String) -> String?) -> String {
    source.map { SettingsReport(self, $0, tried: tried).text } ?? ""
  }

  package var entries: [ReportedSetting] {
    source.map { SettingsReport(self, $0).entries } ?? []
  }

  package var missing: [SettingsError] {
    guard let source else { return [] }
    var complaints: [SettingsError] = []
    if case .named(let name) = settings.spelling,
      DictionaryFiles(name, in: DictionaryFiles.folders(environment)) == nil
    {
      complaints.append(
        source.complaint(
          SettingName.spelling.key,
          "no dictionary for \(name). \(DictionaryPackage.hint(for: name))"))
    }
    if let path = authorities {
      let text = (try? InputFile(path: path).read(limit: 16 << 20)) ?? Data()
      if text.range(of: Data("-----BEGIN CERTIFICATE-----".utf8)) == nil {
        complaints.append(
          source.complaint(SettingName.caFile.key, "\(path) has no certificate in the form PEM."))
      }
    }
    return complaints
  }

  package var missingPrograms: [SettingsError] {
    guard let source else { return [] }
    var complaints: [SettingsError] = []
    for (name, words) in programs.sorted(by: { $0.key < $1.key }) {
      let program = ProgramOutput(
        name: name, words: words, environment: environment, maximumBytes: 0, seconds: 0)
      guard let problem = program.problem else { continue }
      complaints.append(source.complaint(["sources", name], problem))
    }
    for command in settings.commands {
      let program = ProgramOutput(
        name: "“\(command.name)”", words: command.words, environment: environment,
        maximumBytes: 0, seconds: 0, isOwnCommand: true)
      guard let problem = program.problem else { continue }
      complaints.append(
        source.complaint((commandPlaces[command.name] ?? []) + ["run"], problem))
    }
    return complaints
  }
}
