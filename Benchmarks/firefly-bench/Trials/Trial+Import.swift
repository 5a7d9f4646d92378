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
      (.importJSON, .importJSONMemory, try SampleImports.posts(100_000, in: workspace)),
    ]
    for (measure, memory, path) in inputs {
      let before = Self.childSeconds
      let folder = "\(workspace.path)/import \(round) \(measure)"
      let session = try launch(command + ["--data", folder, path])
      var peak = 0
      while session.exitStatus == nil {
        peak = max(peak, ProcessUsage(session: session.processID).peakMemory)
        pause(until: .now + .milliseconds(20))
      }
      guard session.exitStatus == .code(0) else { continue }
      set(measure, Self.childSeconds - before)
      if let memory { set(memory, Double(peak) / 1_000_000) }
      if measure == .importJSON, let serving = contestant.serving {
        try measureFrequentWords(serving.command + ["--data", folder])
      }
      try? FileManager.default.removeItem(atPath: folder)
    }
  }

  private mutating func measureFrequentWords(_ command: [String]) throws {
    let program = try ServedProgram(command, in: workspace)
    let times = try (1...20).map { _ in
      try SingleQuestion.time(
        "/api/search?q=\(SampleText.frequentWords)", at: program.port, enough: nil, least: 0)
    }
    set(.frequentWords, Samples(times).median)
  }

  /// Copies posts to another database.
  mutating func measureMigration() throws {
    guard let migrate = contestant.migrate else { return }
    let start = SuspendingClock.now
    try migrate()
    set(.migration, (SuspendingClock.now - start) / .seconds(1))
  }

  /// Seconds on a processor of all programs that were started here and have ended.
  private static var childSeconds: Double {
    var usage = rusage()
    getrusage(__rusage_who_t(-1), &usage)
    return [usage.ru_utime, usage.ru_stime]
      .reduce(0) { $0 + Double($1.tv_sec) + Double($1.tv_usec) / 1_000_000 }
  }
}
