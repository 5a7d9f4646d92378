import FireflyCore
import Foundation

/// What the parser says of wrong arguments.
enum UsageError {
  /// A value that each placeholder of a help text accepts.
  private static let examples = [
    "n": "20", "id": "12", "number": "10", "port": "8080", "quota": "pictures=1GB,posts=100/h",
    "address|cidr": "10.0.0.0/8", "address:port": "127.0.0.1:9090",
  ]

  /// Columns of a help text; the parser folds all but its first line.
  private static let columns = 80

  /// Returns a message whose line about usage is folded between its options.
  static func folded(_ message: String) -> String {
    message.split(separator: "\n", omittingEmptySubsequences: false).map { line in
      guard line.count > columns, line.lowercased().hasPrefix("usage: ") else {
        return String(line)
      }
      var lines = [""]
      for part in line.matches(of: /\[[^\]]*\]( \.\.\.)?|\S+/).map(\.0) {
        let last = lines[lines.count - 1]
        if last.isEmpty {
          lines[lines.count - 1] = String(part)
        } else if last.count + 1 + part.count <= columns {
          lines[lines.count - 1] = "\(last) \(part)"
        } else {
          lines.append("         \(part)")
        }
      }
      return lines.joined(separator: "\n")
    }.joined(separator: "\n")
  }

  /// Prints a message.
  static func say(_ message: String) {
    // A command that has said what is wrong throws its code only.
    guard !message.isEmpty else { return }
    let lines = message.split(separator: "\n", maxSplits: 1, omittingEmptySubsequences: false)
    let rest = lines.dropFirst().map { "\n" + $0 }.joined()
    StandardStreams.say(sentence(String(lines[0])) + rest + "\n")
  }

  /// Returns the first line of a message as a sentence, which shows a right value for a wrong one.
  private static func sentence(_ line: String) -> String {
    guard line.last.map({ !".:?!".contains($0) }) == true else { return line }
    guard line.contains("is invalid for '"), line.hasSuffix(">'"),
      let start = line.lastIndex(of: "<"),
      let example = examples[String(line[line.index(after: start)...].dropLast(2))],
      let quote = line[..<start].lastIndex(of: "'")
    else { return line + "." }
    return "\(line). Write, for example, \(line[quote..<start].dropFirst())\(example)."
  }
}
