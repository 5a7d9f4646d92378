import Foundation
import Testing

/// Configuration files in the manual, for tests that use them as they are.
enum ManualBlock {
  /// The lines of a file, from its first one on.
  static func beginning(with first: String) throws -> String {
    let page = try String(
      contentsOf: Program.package.appendingPathComponent("Documentation/firefly-serve.1"),
      encoding: .utf8
    ).replacing("\\-", with: "-")
    let start = try #require(page.range(of: ".nf\n\(first)\n")).lowerBound
    let lines = page[start...].dropFirst(".nf\n".count)
    let end = try #require(lines.range(of: "\n.fi\n")).lowerBound
    return lines[..<end] + "\n"
  }
}
