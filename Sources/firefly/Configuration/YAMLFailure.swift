import FireflyCore
import Yams

/// What the YAML parser says, in words for the user.
enum YAMLFailure {
  /// A sentence for what is wrong with the whole file.
  static func sentence(for error: any Error) -> String { sentence(reason(error)) }

  /// The same for a reason of our own, without a full stop.
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
