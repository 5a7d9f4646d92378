import CProcess
import FireflyAPI
import Foundation

/// What the process needs before anything else, because it can't be changed once there are threads.
enum ProcessSetup {
  /// Called first by every command that talks to a server.
  static func prepare() {
    firefly_share_heap()
    bypassProxyOnLoopback()
    SharedStores.keepOffDisk()
  }

  /// The embedded server is on this machine: no proxy can reach it for us.
  private static func bypassProxyOnLoopback() {
    for name in ["no_proxy", "NO_PROXY"] {
      let known = ProcessInfo.processInfo.environment[name].map { $0 + "," } ?? ""
      setenv(name, known + "127.0.0.1,localhost,::1", 1)
    }
  }
}
