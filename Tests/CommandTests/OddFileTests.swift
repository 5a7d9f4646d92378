import Foundation
import OwnThreads
import Testing

/// Files of kinds that were once read wrongly, each imported by the program under the name that it had in a
/// report.
///
/// The texts are our own.
@Suite(.ownThreads) struct OddFileTests {
  @Test(arguments: OddFile.mails + OddFile.notes + OddFile.others)
  func arrivesWhole(file: OddFile) throws {
    let program = try Program()
    for (path, data) in file.files {
      let url = program.home.appendingPathComponent(path)
      try FileManager.default.createDirectory(
        at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
      try data.write(to: url)
    }
    let result = try program.run("import", file.name)
    #expect(result.status == 0, "\(result.error)")
    for words in file.report { #expect(result.error.contains(words), "\(result.error)") }
    let posts = try program.run("export", "--flat").output.split(separator: "\n").map { line in
      try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any] ?? [:]
    }
    let text = posts.map { post in
      ["title", "summary", "author_name", "created_at", "body"].map { post[$0] as? String ?? "" }
        .joined(separator: "\n")
    }.joined(separator: "\n\n")
    for words in file.has { #expect(text.contains(words), "\(text)") }
    for words in file.lacks { #expect(!text.contains(words), "\(text)") }
    // What only an import knows never stays.
    #expect(!text.contains("](post:~") && !text.contains("](picture:"), "\(text)")
    // Again, nothing is new, but for posts without a source.
    let again = try program.run("import", file.name)
    #expect(again.error.isEmpty || again.error.contains("0 posts"), "\(again.error)")
  }

  /// A sender of 160 KB once took half an hour.
  @Test(.timeLimit(.minutes(1))) func longFromOfAnMboxIsReadAtOnce() throws {
    let program = try Program()
    let from = String(repeating: "a b \"c\" <d> ", count: 14_000)
    try program.write(
      "From x Mon Jan  5 10:00:00 2026\nFrom: \(from)\nSubject: long from\n\nx\n",
      to: "long-from.mbox")
    let result = try program.run("import", "long-from.mbox")
    #expect(result.status == 0 && result.error.hasPrefix("firefly: 1 post\n"), "\(result.error)")
  }

  @Test(arguments: [
    ("strasse", "Straße"), ("ελλαδα", "Ελλάδα"), ("full", "ｆｕｌｌ"), ("fish", "ﬁsh"), ("감자", "감자"),
  ])
  func wordsOfSearchFormsAreFound(words: String, title: String) throws {
    let program = try Program()
    try program.write(#"{"posts":[{"title":"\#(title)","body":"x"}]}"#, to: "search-forms.json")
    #expect(try program.run("import", "search-forms.json").status == 0)
    #expect(try program.run("search", words).output.contains(title))
  }
}

/// A file or folder of a kind that was once read wrongly, and what must be in its posts.
struct OddFile: Sendable, CustomTestStringConvertible {
  let name: String
  var files: [String: Data]
  var has: [String] = []
  var lacks: [String] = []
  /// What the report says.
  var report: [String] = []

  var testDescription: String { name }

  static func file(
    _ name: String, _ text: String, encoding: String.Encoding = .utf8, has: [String],
    lacks: [String] = [], report: [String] = []
  ) -> OddFile {
    let data = text.data(using: encoding) ?? Data()
    return OddFile(name: name, files: [name: data], has: has, lacks: lacks, report: report)
  }

  static func folder(
    _ name: String, _ files: [String: String], pictures: [String] = [], has: [String],
    lacks: [String] = [], report: [String] = []
  ) -> OddFile {
    var data: [String: Data] = [:]
    for (path, text) in files { data["\(name)/\(path)"] = Data(text.utf8) }
    for (index, path) in pictures.enumerated() {
      data["\(name)/\(path)"] = picture + Data([UInt8(index)])
    }
    return OddFile(name: name, files: data, has: has, lacks: lacks, report: report)
  }

  /// A picture of one pixel.
  private static let picture =
    Data(
      base64Encoded:
        "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=="
    ) ?? Data()
}
