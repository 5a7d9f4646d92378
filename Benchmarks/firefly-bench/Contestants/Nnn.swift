import Foundation
import TerminalHarness

extension Contestant {
  /// nnn, in a folder of 10,000 files.
  static func nnn(in workspace: Workspace) throws -> Contestant {
    let folder = "\(workspace.path)/files"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    for index in 1...SampleText.count {
      _ = try workspace.write("", to: "files/\(SampleText.title(index))")
    }
    return Contestant(
      name: "nnn", command: ["nnn", folder], isReady: showsItems, home: "<home>",
      position: { session in
        session.screenText.firstMatch(of: /(\d+)\/10000/).flatMap { Int($0.1) }
      })
  }
}
