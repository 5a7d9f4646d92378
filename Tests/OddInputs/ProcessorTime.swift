import Foundation

/// Processor time of the current thread: the time of a clock would depend on what else the machine does.
package enum ProcessorTime {
  /// Measures work.
  ///
  /// - Parameter work: what the current thread does.
  /// - Returns: the seconds of the processor that it used.
  /// - Throws: what `work` throws.
  package static func seconds(of work: () throws -> Void) rethrows -> Double {
    let begin = now
    try work()
    return now - begin
  }

  /// Seconds of the processor that the current thread has used.
  package static var now: Double {
    var time = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }
}
