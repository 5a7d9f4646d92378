import Foundation
import Testing

/// Configuration files in the manual, for tests that use them as they are.
enum ManualBlock {
  /// The lines of a file in a page, from its first one on.
  static func beginning(with first: String, of page: String = "firefly-serve.1") throws -> String {
    let page = try String(
      contentsOf: Program.package.appendingPathComponent("Documentation/\(page)"), encoding: .utf8
    ).replacing("\\-", with: "-").replacing("\\e", with: "\\")
    let start = try #require(page.range(of: ".nf\n\(first)\n")).lowerBound
    let lines = page[start...].dropFirst(".nf\n".count)
    let end = try #require(lines.range(of: "\n.fi\n")).lowerBound
    return lines[..<end] + "\n"
  }
}
