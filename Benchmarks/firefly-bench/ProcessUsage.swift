import Foundation

/// What a program and everything it started have used so far, from /proc.
struct ProcessUsage {
  private struct Thread {
    var cpu: Duration
    var wakeUps: Int
  }

  private var threads: [String: Thread] = [:]
  /// Peaks of resident memory, summed over the processes, in bytes.
  private(set) var peakMemory = 0
  /// Resident memory that is not of files (RssAnon), summed over the processes, in bytes.
  private(set) var ownMemory = 0

  /// Reads the usage of all processes of a session.
  init(session id: Int32) {
    for process in Self.processes(ofSession: id) {
      let status = Self.text("/proc/\(process)/status")
      peakMemory += (Self.number(after: "VmHWM:", in: status) ?? 0) * 1_024
      ownMemory += (Self.number(after: "RssAnon:", in: status) ?? 0) * 1_024
      for thread in Self.names(in: "/proc/\(process)/task") {
        let folder = "/proc/\(process)/task/\(thread)"
        let switches = Self.text("\(folder)/status")
        let nanoseconds = Self.text("\(folder)/schedstat").split(separator: " ").first
        threads[thread] = Thread(
          cpu: .nanoseconds(nanoseconds.flatMap { Int($0) } ?? 0),
          wakeUps: Self.number(after: "\nvoluntary_ctxt_switches:", in: switches) ?? 0)
      }
    }
  }

  /// Time on a processor so far, of the threads that are still there.
  var cpu: Duration { threads.reduce(.zero) { $0 + $1.value.cpu } }

  /// Time on a processor since an earlier look, of the threads that are still there.
  func cpu(since earlier: ProcessUsage) -> Duration {
    threads.reduce(.zero) { $0 + $1.value.cpu - (earlier.threads[$1.key]?.cpu ?? .zero) }
  }

  /// Voluntary context switches since an earlier look, of the threads that are still there: how
  /// often one of them went to sleep, and so woke.
  func wakeUps(since earlier: ProcessUsage) -> Int {
    threads.reduce(0) { $0 + $1.value.wakeUps - (earlier.threads[$1.key]?.wakeUps ?? 0) }
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
