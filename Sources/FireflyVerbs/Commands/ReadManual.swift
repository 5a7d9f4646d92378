import ArgumentParser
import Foundation

/// `firefly man`: shows a manual page that lies beside the program.
struct ReadManual: Subcommand {
  static let configuration = CommandConfiguration(
    commandName: "man", abstract: "Read a manual page, also where none is installed.",
    discussion:
      "The pages: firefly, firefly-import, firefly-config and firefly-serve, or import, config and serve."
  )

  /// The pages, with their sections.
  private static let pages = [
    "firefly": 1, "firefly-import": 1, "firefly-serve": 1, "firefly-config": 5,
  ]

  @Argument(
    help: "The page.", completion: .list(["firefly", "import", "config", "serve"]))
  var page = "firefly"

  @ParentCommand var browsing: Firefly
  var common: CommonOptions { browsing.common }

  private var name: String { page.hasPrefix("firefly") ? page : "firefly-\(page)" }

  func validate() throws {
    try browsing.refuseOptions(with: "man")
    guard Self.pages[name] != nil else {
      throw ValidationError(
        "There is no page “\(page)”; there are \(Self.pages.keys.sorted().joined(separator: ", "))."
      )
    }
  }

  func perform() throws {
    guard let file, let text = try? String(contentsOf: file, encoding: .utf8) else {
      throw Failure(
        "The manual is not beside the program. It is in the source code, in Documentation.")
    }
    let terminalColumns = StandardStreams.terminalColumns
    if terminalColumns != nil {
      // Returns only where there is no `man`. Into a file or a pipe, its programs would tell of each error.
      var arguments: [UnsafeMutablePointer<CChar>?] = []
      for word in ["man", "-l", file.path] { arguments.append(strdup(word)) }
      arguments.append(nil)
      execvp("man", &arguments)
    }
    let columns = min(terminalColumns ?? 80, 80)
    try StandardStreams.output(ManualPage(text).text(columns: columns))
  }

  /// The page: where `make install` puts it, or in the folder of the source code.
  private var file: URL? {
    let file = "\(name).\(Self.pages[name] ?? 1)"
    let program = Bundle.main.bundleURL
    return ["../share/firefly-program/man", "../../../Documentation"]
      .map { program.appendingPathComponent("\($0)/\(file)").standardizedFileURL }
      .first { FileManager.default.fileExists(atPath: $0.path) }
  }
}
