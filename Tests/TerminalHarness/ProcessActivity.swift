import Foundation

/// What a process has done so far, as the kernel counts it, whatever the machine is busy with.
package struct ProcessActivity: Equatable, Sendable {
  /// How often each thread has given up its processor, by itself or not, by the thread's id: it grows
  /// by one or more each time the thread wakes up.
  package let switches: [Int32: Int]
  /// Whether each thread sleeps: none runs, or waits for a processor or a disk.
  package let isAsleep: Bool

  /// The activity of a process up to now; that of one that has gone is none.
  package init(of id: Int32) {
    let folder = "/proc/\(id)/task"
    let threads = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    var switches: [Int32: Int] = [:]
    var isAsleep = true
    for name in threads {
      guard let thread = Int32(name),
        let text = try? String(contentsOfFile: "\(folder)/\(name)/status", encoding: .utf8)
      else { continue }
      for line in text.split(separator: "\n") {
        let fields = line.split { $0 == ":" || $0 == "\t" || $0 == " " }
        guard fields.count > 1 else { continue }
        if fields[0] == "State", fields[1] != "S" { isAsleep = false }
        if fields[0].hasSuffix("ctxt_switches") {
          switches[thread, default: 0] += Int(fields[1]) ?? 0
        }
      }
    }
    self.switches = switches
    self.isAsleep = isAsleep
  }

  /// Waits until a process has done nothing for a while.
  ///
  /// - Parameters:
  ///   - rest: how long it must have done nothing.
  ///   - id: the process.
  ///   - timeout: how long that may take.
  /// - Returns: whether it has.
  package static func wait(
    forRest rest: Duration, of id: Int32, timeout: Duration = .seconds(60)
  ) -> Bool {
    let deadline = SuspendingClock.now + timeout
    var since = SuspendingClock.now
    var known = ProcessActivity(of: id)
    while SuspendingClock.now < deadline {
      usleep(20_000)
      let now = ProcessActivity(of: id)
      if now != known || !now.isAsleep {
        (known, since) = (now, .now)
      } else if SuspendingClock.now >= since + rest {
        return true
      }
    }
    return false
  }

  /// How often threads have woken up since an earlier moment; a new thread counts with all it did.
  package func wakeups(since earlier: ProcessActivity) -> Int {
    switches.reduce(0) { $0 + $1.value - (earlier.switches[$1.key] ?? 0) }
  }
}
