import TerminalHarness

extension Contestant {
  /// less, in a file of 10,000 lines.
  static func less(in workspace: Workspace) throws -> Contestant {
    let lines = (1...SampleText.count).map {
      "\(SampleText.title($0)) \(SampleText.body($0).prefix(80))"
    }
    let file = try workspace.write(lines.joined(separator: "\n") + "\n", to: "lines.txt")
    return Contestant(
      name: "less", command: ["less", file], isReady: showsItems, home: "g",
      position: { $0.visibleItems.first })
  }
}
