import CProcess
import FireflyAPI
import Foundation

/// What the process needs before anything else, because it can't be changed once there are threads.
enum ProcessSetup {
  /// Files, sockets and the like that may have to be open at a time; a screen and its server take 60.
  private static let neededFiles: rlim_t = 128
  /// As many as systems usually allow.
  private static let usualFiles: rlim_t = 1_024

  /// Called first by every command.
  ///
  /// - Throws: `Failure` if the program may open too few files.
  static func prepare() throws(Failure) {
    try allowFiles()
    firefly_share_heap()
    bypassProxyOnLoopback()
    SharedStores.keepOffDisk()
  }

  /// Raises the limit of open files where it is low: libdispatch ends the program when there is none
  /// to be had.
  private static func allowFiles() throws(Failure) {
    var limit = rlimit()
    guard getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0 else { return }
    if limit.rlim_cur < usualFiles, limit.rlim_cur < limit.rlim_max {
      limit.rlim_cur = min(limit.rlim_max, usualFiles)
      setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
    }
    guard limit.rlim_cur < neededFiles else { return }
    throw Failure(
      "The limit of open files is \(limit.rlim_cur); Firefly needs \(neededFiles). "
        + "Raise it, for example with `ulimit -n 1024`.")
  }

  /// The embedded server is on this machine: no proxy can reach it for us.
  private static func bypassProxyOnLoopback() {
    for name in ["no_proxy", "NO_PROXY"] {
      let known = ProcessInfo.processInfo.environment[name].map { $0 + "," } ?? ""
      setenv(name, known + "127.0.0.1,localhost,::1", 1)
    }
  }
}
