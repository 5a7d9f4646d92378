import Testing

/// A verb gets streams, variables, folder and clock as one value, so that tests run it in their own process.
@Suite struct VerbEnvironmentTests {
  /// What belongs to the process, or to a program that it starts.
  private static let ofTheProcess = [
    "Commands/Accounts/Dialogue.swift", "Commands/Pager.swift", "Commands/RawArgument.swift",
    "Commands/ReadManual.swift", "Commands/Serve.swift", "Failure.swift",
    "Serving/MailCommand.swift", "StandardStreams.swift", "VerbEnvironment.swift",
  ]

  @Test func verbsTouchNothingOfTheProcess() throws {
    let module = "Sources/FireflyVerbs"
    let files = Documents.paths(below: [module]).filter { $0.hasSuffix(".swift") }
    let found = try files.filter { file in
      try Documents.read(file).contains(
        /STD(IN|OUT|ERR)_FILENO|\.standardInput|\bProcessInfo\b|\bexit\(|\bisatty\(|currentDirectoryPath|CommandLine\.|Bundle\.main/
      )
    }
    #expect(found.map { String($0.dropFirst(module.count + 1)) }.sorted() == Self.ofTheProcess)
  }
}
