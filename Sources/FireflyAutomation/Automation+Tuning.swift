import FireflyApp
import FireflyCore
import FireflyHTTP

// The constants of the look, from outside.
extension Automation {
  /// Sets a tunable until the configuration changes it.
  func tune(_ name: String, _ value: String) async throws(AutomationError) {
    let runtime = try await ready()
    let tunable = try Self.tunable(name)
    var tunables = runtime.state.settings.tunables
    guard tunable.set(value, in: &tunables) else {
      let shown = ForeignText.cleanLine(value, limit: 60)
      throw AutomationError(
        400, "“\(shown)” is not valid for \(tunable.name); use \(tunable.allowedValues).")
    }
    runtime.send(.settings(.tuned(tunables)))
  }

  static func tunable(_ name: String) throws(AutomationError) -> Tunable {
    if let tunable = Tunable.named(name) { return tunable }
    let guess = Tunable.all.map(\.name).nearest(to: name).map { " Did you mean \($0)?" } ?? ""
    let shown = ForeignText.cleanLine(name, limit: 60)
    throw AutomationError(
      404, "No tunable “\(shown)”; /tune lists them.\(guess)")
  }

  /// Returns the tunables as JSON, with their values, defaults and allowed values.
  static func list(
    _ list: [Tunable], _ tunables: Tunables
  ) throws(AutomationError) -> HTTPResponse {
    try json(
      TunablesReport(
        tunables: list.map { tunable in
          [
            "name": tunable.name, "value": tunable.value(in: tunables),
            "default": tunable.standard, "takes": tunable.allowedValues, "help": tunable.help,
          ]
        }))
  }
}

/// Tunables, as they are listed.
private struct TunablesReport: Encodable {
  var status = "success"
  let tunables: [[String: String]]
}
