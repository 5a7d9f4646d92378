import CProcess
import FireflyAPI
import Foundation

/// Prepares the process before it has threads.
enum ProcessSetup {
  /// Descriptors that the program may need at a time; the screen and its server take 60.
  private static let neededFiles: rlim_t = 128
  /// The usual limit of systems.
  private static let usualFiles: rlim_t = 1_024

  /// Called first by every command.
  ///
  /// - Throws: `Failure` if the program may open too few files.
  static func prepare() throws(Failure) {
    try allowFiles()
    firefly_share_heap()
    bypassProxyOnLoopback()
    // libdispatch would write a line to the system's log for each thread that may not raise its
    // priority, which most users' threads may not.
    setenv("LIBDISPATCH_LOG", "NO", 0)
    SharedStores.createWithoutFolders()
  }

  /// Raises a low limit of open files: libdispatch ends the program without descriptors.
  ///
  /// - Parameters:
  ///   - wanted: raise the limit to this number, if the system allows it.
  ///   - needed: the lowest number that is enough.
  /// - Throws: `Failure` if fewer than `needed` files are allowed.
  static func allowFiles(_ wanted: rlim_t = usualFiles, needed: rlim_t = neededFiles)
    throws(Failure)
  {
    var limit = rlimit()
    guard getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0 else { return }
    if limit.rlim_cur < wanted, limit.rlim_cur < limit.rlim_max {
      limit.rlim_cur = min(limit.rlim_max, wanted)
      setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
    }
    guard limit.rlim_cur < needed else { return }
    throw Failure(
      "The limit of open files is \(limit.rlim_cur); Firefly needs \(needed). "
        + "Raise it, for example with `ulimit -n \(wanted)`.")
  }

  /// Bypasses the proxy for this machine: it could not reach the embedded server.
  private static func bypassProxyOnLoopback() {
    let environment = VerbEnvironment.process.variables
    // libcurl reads the second only without the first.
    let known = environment["no_proxy"] ?? environment["NO_PROXY"] ?? ""
    // Alone, it means all hosts; among others, libcurl takes it for a name.
    if known.trimmingCharacters(in: .whitespaces) == "*" {
      setenv("no_proxy", "*", 1)
      return
    }
    for name in ["no_proxy", "NO_PROXY"] {
      setenv(name, (known.isEmpty ? "" : known + ",") + "127.0.0.1,localhost,::1", 1)
    }
  }
}
