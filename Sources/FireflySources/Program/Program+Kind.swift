import FireflyCore

extension SourceKind {
  /// A program of the user's, which the configuration names.
  package static let program: SourceKind = SourceKind(
    rawValue: "program", name: "Program", exampleInstance: "notes", isNamedByUser: true,
    rules: .program,
    lists: { _, _ in ["posts"] }, importName: { "program:\($0.instance)" },
    backend: { setting in
      ProgramSource(
        web: setting.web, name: setting.source.instance, program: setting.tools.program,
        numbers: setting.numbers)
    })
}
