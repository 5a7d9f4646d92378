/// The medians of all runs, as one Markdown table.
struct Report {
  /// The programs, in the order of the columns.
  let names: [String]
  /// What was measured: program, row, one value a run.
  private(set) var samples: [String: [Measure: Samples]] = [:]

  init(names: [String]) {
    self.names = names
  }

  /// Adds what one run of a program measured.
  mutating func add(_ run: [Measure: Double], of name: String) {
    for (measure, value) in run { samples[name, default: [:]][measure, default: []].append(value) }
  }

  /// The table; rows that nobody has a value for are left out.
  var markdown: String {
    var lines = [row("", names), row("---", names.map { _ in "---:" })]
    for measure in Measure.allCases {
      let cells = names.map { name in
        let mark = KeptRatio.all.first { $0.measure == measure && $0.program == name }
        return measure.text(for: samples[name]?[measure] ?? [])
          + (mark?.words(for: samples.mapValues { $0[measure]?.median ?? nil }) ?? "")
      }
      if cells.contains(where: { $0 != "–" }) { lines.append(row(measure.title, cells)) }
    }
    return lines.joined(separator: "\n")
  }

  private func row(_ title: String, _ cells: [String]) -> String {
    "| \(title) | \(cells.joined(separator: " | ")) |"
  }
}
