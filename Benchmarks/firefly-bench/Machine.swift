import Foundation

/// The machine a table was measured on.
struct Machine: CustomStringConvertible {
  /// Processor, cores and kernel, in words.
  var description: String {
    let cores = ProcessInfo.processInfo.activeProcessorCount
    return "\(processor), \(cores) \(cores == 1 ? "core" : "cores"), Linux \(kernel)"
  }

  private var processor: String {
    let text = (try? String(contentsOfFile: "/proc/cpuinfo", encoding: .utf8)) ?? ""
    let line = text.split(separator: "\n").first { $0.hasPrefix("model name") }
    return line?.split(separator: ":").last.map { $0.trimmingCharacters(in: .whitespaces) }
      ?? "unknown processor"
  }

  private var kernel: String {
    let text = (try? String(contentsOfFile: "/proc/sys/kernel/osrelease", encoding: .utf8)) ?? "?"
    return text.trimmingCharacters(in: .whitespacesAndNewlines)
  }

  /// How busy it is: the load average of the last minute.
  var load: String {
    let text = (try? String(contentsOfFile: "/proc/loadavg", encoding: .utf8)) ?? "?"
    return text.split(separator: " ").first.map(String.init) ?? "?"
  }
}
