import FireflyCore
import Foundation
import Yams

/// Errors of the YAML parser as sentences for the user.
enum YAMLFailure {
  /// Returns a sentence about an error in the file.
  static func sentence(for error: any Error) -> String {
    sentence(valueEndingInColon(error) ?? reason(error))
  }

  /// Does the same for a reason without a full stop.
  static func sentence(_ reason: String) -> String {
    "the whole file was ignored: " + reason + "."
  }

  /// Returns the reason if the value in the line of an error ends in a colon, as in `server: hn:`; nil
  /// otherwise.
  private static func valueEndingInColon(_ error: any Error) -> String? {
    guard case YamlError.scanner(_, _, let mark, let yaml) = error else { return nil }
    let lines = yaml.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
    guard lines.indices.contains(mark.line - 1) else { return nil }
    let line = lines[mark.line - 1].trimmingCharacters(in: .whitespaces)
    guard line.hasSuffix(":"), let end = line.firstRange(of: ": ") else { return nil }
    let (name, value) = (
      shown(String(line[..<end.lowerBound])), shown(String(line[end.upperBound...]))
    )
    return """
      line \(mark.line): the value ends in a colon. Write \(name): \(value.dropLast()), or use quotation \
      marks, \(name): "\(value)"
      """
  }

  private static func reason(_ error: any Error) -> String {
    switch error {
    case YamlError.duplicatedKeysInMapping(let names, let context):
      "line \(context.mark.line): “\(shown(names.first ?? ""))” occurs twice"
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
