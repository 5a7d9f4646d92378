import FireflyHTTP
import FireflyRuntime

/// The port through which programs of the user drive the terminal UI, if one is wanted.
@MainActor
final class AutomationPort {
  /// Numbers of ports; 0 stands for a free one.
  nonisolated static let range = 0...65_535

  private let automation = Automation()
  private var server: AutomationServer?
  /// What is told when the screen is there: why there is no port, or which one was taken.
  private var remark: (text: String, isError: Bool)?

  private init() {}

  /// Begins to listen where the command line says, or else the configuration; nil if neither does.
  ///
  /// Whoever drives this program would drive another one where the port of the command line is taken, so
  /// that is a failure. The port of the configuration may well be that of a Firefly in another window.
  /// - Throws: `Failure`.
  static func open(_ port: Int?, elseConfigured configured: Int?) throws -> AutomationPort? {
    guard let wanted = port ?? configured else { return nil }
    let opened = AutomationPort()
    let automation = opened.automation
    let result = try MainLoop.run { () async -> Result<AutomationServer, HTTPListenError> in
      do throws(HTTPListenError) {
        return .success(try await AutomationServer(port: wanted, automation))
      } catch {
        return .failure(error)
      }
    }
    switch result {
    case .success(let server):
      opened.server = server
      if wanted == 0 {
        opened.remark = ("Programs can control Firefly at http://127.0.0.1:\(server.port).", false)
      }
    case .failure(let error):
      let words = "Programs can't control Firefly: " + reason(error, wanted)
      guard port == nil else { throw Failure(words) }
      opened.remark = (words, true)
    }
    return opened
  }

  /// Drives the loop of a run from now on.
  func attach(to run: Run) {
    guard let runtime = run.runtime else { return }
    automation.attach(to: runtime)
    if let remark { runtime.receive(.noted(remark.text, isError: remark.isError)) }
  }

  /// Listens no more, once the last answer is on its way.
  func close() {
    guard let server else { return }
    automation.detach()
    try? MainLoop.run { await server.stop() }
  }

  private static func reason(_ error: HTTPListenError, _ port: Int) -> String {
    switch error {
    case .addressTaken:
      "port \(port) is in use, possibly by another Firefly. Use another port."
    case .unusable(let reason): "port \(port) can't be listened on: \(reason). Use another port."
    }
  }
}
