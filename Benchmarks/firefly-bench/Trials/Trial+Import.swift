import Foundation
import Glibc

extension Trial {
  /// Looks at how much time imports take on a processor.
  mutating func measureImports() throws {
    guard let command = contestant.imports else { return }
    let inputs: [(Measure, String)] = [
      (.importVault, try SampleImports.vault(in: workspace)),
      (.importOutline, try SampleImports.outline(in: workspace)),
      (.importMails, try SampleImports.mails(in: workspace)),
    ]
    for (measure, path) in inputs {
      let before = Self.childSeconds
      _ = try workspace.run(command + ["--data", "import-\(UUID().uuidString)", path])
      set(measure, Self.childSeconds - before)
    }
  }

  /// Seconds on a processor of all programs that were started here and have ended.
  private static var childSeconds: Double {
    var usage = rusage()
    getrusage(__rusage_who_t(-1), &usage)
    return [usage.ru_utime, usage.ru_stime]
      .reduce(0) { $0 + Double($1.tv_sec) + Double($1.tv_usec) / 1_000_000 }
  }
}
