import Foundation
import Glibc

extension Trial {
  /// Looks at how much time imports take on a processor, and how much memory.
  mutating func measureImports() throws {
    guard let command = contestant.imports else { return }
    let inputs: [(Measure, memory: Measure?, String)] = [
      (.importVault, nil, try SampleImports.vault(in: workspace)),
      (.importOutline, nil, try SampleImports.outline(in: workspace)),
      (.importMails, .importMailsMemory, try SampleImports.mails(in: workspace)),
      (.importJSON, .importJSONMemory, try SampleImports.posts(in: workspace)),
    ]
    for (measure, memory, path) in inputs {
      let before = Self.childSeconds
      let session = try launch(command + ["--data", "import-\(UUID().uuidString)", path])
      var peak = 0
      while session.exitStatus == nil {
        peak = max(peak, ProcessUsage(session: session.processID).peakMemory)
        pause(until: .now + .milliseconds(20))
      }
      guard session.exitStatus == .code(0) else { continue }
      set(measure, Self.childSeconds - before)
      if let memory { set(memory, Double(peak) / 1_000_000) }
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
