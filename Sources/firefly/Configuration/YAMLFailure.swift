import FireflyCore
import Yams

/// Errors of the YAML parser as sentences for the user.
enum YAMLFailure {
  /// Returns a sentence about an error in the file.
  static func sentence(for error: any Error) -> String { sentence(reason(error)) }

  /// Does the same for a reason without a full stop.
  static func sentence(_ reason: String) -> String {
    "the whole file was ignored: " + reason + "."
  }

  private static func reason(_ error: any Error) -> String {
    switch error {
    case YamlError.duplicatedKeysInMapping(let names, _):
      "“\(shown(names.first ?? ""))” occurs twice"
    case YamlError.composer(_, let problem, _, _) where problem.contains("another document"):
      "it has a second document, after “---”"
    case YamlError.scanner(_, let problem, let mark, _),
      YamlError.parser(_, let problem, let mark, _),
      YamlError.composer(_, let problem, let mark, _):
      problem.contains("nesting level")
        ? "it is nested too deeply" : "line \(mark.line): \(shown(problem))"
    default: shown("\(error)")
    }
  }

  private static func shown(_ text: String) -> String { ForeignText.cleanLine(text, limit: 120) }
}
