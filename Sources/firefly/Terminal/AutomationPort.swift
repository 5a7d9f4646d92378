import FireflyAutomation
import FireflyHTTP
import FireflyVerbs

/// The port through which programs of the user control the terminal UI, if it is enabled.
@MainActor
final class AutomationPort {
  private let automation = Automation()
  private var server: AutomationServer?
  /// A note for the first frame: why there is no port, or which one was picked.
  private var remark: (text: String, isError: Bool)?

  private init() {}

  /// Listens on the port of the command line, or else of the configuration.
  ///
  /// A port of the command line that is in use is a failure, because the caller would control another
  /// program. The port of the configuration may be in use by a Firefly in another window.
  /// - Returns: nil if neither names a port.
  /// - Throws: `Failure`.
  static func open(_ port: Int?, elseConfigured configured: Int?) throws -> AutomationPort? {
    guard let wanted = port ?? configured else { return nil }
    let opened = AutomationPort()
    let automation = opened.automation
    do {
      let server = try MainLoop.run { try await AutomationServer(port: wanted, automation) }
      opened.server = server
      if wanted == 0 {
        opened.remark = ("Programs can control Firefly at http://127.0.0.1:\(server.port).", false)
      }
    } catch let error as HTTPListenError {
      let words = "Programs can't control Firefly: " + reason(error, wanted)
      guard port == nil else { throw Failure(words) }
      opened.remark = (words, true)
    }
    return opened
  }

  /// Controls the loop of a run from now on.
  func attach(to run: Run) {
    guard let runtime = run.runtime else { return }
    automation.attach(to: runtime)
    if let remark { runtime.send(.noted(remark.text, isError: remark.isError)) }
    remark = nil
  }

  /// Stops to listen after pending responses.
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
