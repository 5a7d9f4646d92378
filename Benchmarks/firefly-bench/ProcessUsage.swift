import Foundation

/// What a program and everything it started have used so far, from /proc.
struct ProcessUsage {
  /// Time on a processor, all threads.
  private(set) var cpu = Duration.zero
  /// Voluntary context switches, all threads: how often one of them went to sleep, and so woke.
  private(set) var wakeUps = 0
  /// Peaks of resident memory, summed over the processes, in bytes.
  private(set) var peakMemory = 0

  /// Reads the usage of all processes of a session.
  init(session id: Int32) {
    for process in Self.processes(ofSession: id) {
      let status = Self.text("/proc/\(process)/status")
      peakMemory += (Self.number(after: "VmHWM:", in: status) ?? 0) * 1_024
      for thread in Self.names(in: "/proc/\(process)/task") {
        let folder = "/proc/\(process)/task/\(thread)"
        let switches = Self.text("\(folder)/status")
        wakeUps += Self.number(after: "\nvoluntary_ctxt_switches:", in: switches) ?? 0
        let nanoseconds = Self.text("\(folder)/schedstat").split(separator: " ").first
        cpu += .nanoseconds(nanoseconds.flatMap { Int($0) } ?? 0)
      }
    }
  }

  private static func processes(ofSession id: Int32) -> [String] {
    names(in: "/proc").filter { name in
      guard Int(name) != nil else { return false }
      // After the name in brackets: state, parent, group, session.
      let fields = text("/proc/\(name)/stat").split(separator: ")").last?.split(separator: " ")
      return fields.map { $0.count > 3 && $0[3] == String(id) } ?? false
    }
  }

  private static func names(in folder: String) -> [String] {
    (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
  }

  // A process may go while it is looked at: what can't be read counts as nothing.
  private static func text(_ path: String) -> String {
    (try? String(contentsOfFile: path, encoding: .utf8)) ?? ""
  }

  private static func number(after label: String, in text: String) -> Int? {
    guard let range = text.range(of: label) else { return nil }
    return Int(text[range.upperBound...].drop { $0 == " " || $0 == "\t" }.prefix(while: \.isNumber))
  }
}
