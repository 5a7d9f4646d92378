import Foundation
import Testing

/// Nothing asks which kind of place it is at: features and verbs ask `Site` what can be done and what holds.
@Suite struct SiteQuestionTests {
  private static let modules =
    ["App", "Automation", "Client", "Runtime", "Verbs"].map { "Sources/Firefly\($0)" }
    + ["Sources/firefly"]

  private static func files(below folders: [String]) -> [String] {
    Documents.paths(below: folders).filter { $0.hasSuffix(".swift") }
  }

  /// The forms in which the question was asked.
  @Test func noFeatureAsksForTheKindOfPlace() throws {
    for file in Self.files(below: Self.modules)
    where !file.hasSuffix("/Migrate.swift") {
      #expect(
        try !Documents.read(file).contains(
          /\bsource [!=]= nil|\bsource\?\.|\bis(OfFeeds|Source|Service)\b|\b(has|with)Accounts\b|canWrite/
        ),
        "\(file)")
    }
  }

  /// Only where the program arrives at a place it knows the address of a source, and whether the server is its own.
  @Test func onlyArrivalKnowsTheSource() throws {
    let arrival = ["/Connection", "/ServerChoice", "/CommandContext.swift"]
    let files = Self.files(below: Self.modules).filter { file in
      !arrival.contains(where: file.contains)
    }
    let found = try files.filter {
      try Documents.read($0).contains(
        /\b(connection|place|session|context)\.source\b|\blocalUser [!=]= nil/)
    }
    #expect(found.isEmpty, "\(found)")
  }
}
