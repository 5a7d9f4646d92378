import FireflyApp
import FireflyCore
import FireflyHTTP
import FireflyJSON
import FireflyRuntime
import FireflyScreen
import Foundation

/// Controls the loop for other programs: presses elements, sets texts and reports the screen.
///
/// A press goes to the topmost element of the frame on the screen, like a mouse press. A response
/// is sent when its effect has been drawn. At rest nothing runs.
@MainActor
package final class Automation {
  /// Maximum seconds to wait for earlier input to be processed.
  private static let queueSeconds = 5.0

  private weak var runtime: Runtime?
  private let waits = ConditionWaits()
  /// Whether the loop has ended.
  private var isOver = false

  /// Creates an automation without a loop; requests wait for one.
  package init() {}

  /// Controls a loop from now on.
  package func attach(to runtime: Runtime) {
    self.runtime = runtime
    runtime.onStep = { [waits] in waits.check() }
    waits.check()
  }

  /// Whether a response is pending.
  var hasPendingRequests: Bool { waits.hasPendingRequests }

  /// Stops; pending requests get an error.
  package func detach() {
    isOver = true
    runtime = nil
    waits.check()
  }

  /// Returns the response to a request; errors are responses, too.
  package func respond(to request: HTTPRequest) async -> HTTPResponse {
    do throws(AutomationError) {
      return try await answer(try await AutomationRequest(request))
    } catch {
      return error.response
    }
  }

  private func answer(_ request: AutomationRequest) async throws(AutomationError) -> HTTPResponse {
    // Requests during the start wait for the first frame.
    _ = await waits.wait(for: Self.queueSeconds) { [weak self] in
      self?.isOver != false || self?.runtime?.shown != nil
    }
    switch request.subject {
    case .tap(let id): try await tap(id)
    case .setText(let id, let text): try await set(text, of: id)
    case .tune(let name, let value): try await tune(name, value)
    case .elements, .screen, .state, .tunables: break
    }
    try await rest(request.timeout)
    return try report(request.subject)
  }

  // MARK: Doing

  private func tap(_ id: String) async throws(AutomationError) {
    let runtime = try await ready()
    if let frame = runtime.shown, let point = frame.point(of: id) {
      if let element = frame.pressable(at: point), !runtime.surroundings.answers(element) {
        throw AutomationError(409, "“\(id)” can't be pressed while text is being edited.")
      }
      return runtime.inputArrived([
        .mouse(MouseEvent(.press, at: point, isScripted: true)),
        .mouse(MouseEvent(.release, at: point, isScripted: true)),
      ])
    }
    guard let action = runtime.surroundings.trigger(named: id) else {
      return try press(id, runtime)
    }
    guard runtime.state.isListInFront else {
      throw AutomationError(409, "“\(id)” can't be pressed while something covers the list.")
    }
    runtime.send(action)
    // A card is pressed, too, after it was scrolled into view.
    guard id.hasPrefix("card-") else { return }
    _ = await waits.wait(for: Self.queueSeconds) { [weak self] in
      self?.runtime.map { !$0.isMoving && $0.isCaughtUp } ?? true
    }
    guard runtime.shown?.point(of: id) != nil else { throw missing(id, runtime) }
    try await tap(id)
  }

  /// Presses what has no element: an action by its name in the configuration, as its key does.
  private func press(_ name: String, _ runtime: Runtime) throws(AutomationError) {
    guard runtime.shown?.pressables.contains(where: { $0.id == name }) != true else {
      throw missing(name, runtime)
    }
    if let action = runtime.surroundings.action(named: name) { return runtime.send(action) }
    guard !runtime.surroundings.listsHaveAction(named: name) else {
      throw AutomationError(409, "“\(name)” can't be pressed while something covers the list.")
    }
    throw missing(name, runtime)
  }

  private func set(_ text: String, of id: String) async throws(AutomationError) {
    let runtime = try await ready()
    guard let frame = runtime.shown, let point = frame.point(of: id),
      let element = frame.pressable(at: point)
    else { throw missing(id, runtime) }
    guard let actions = element.replacement(by: text) else {
      throw AutomationError(409, "“\(id)” is not a text field.")
    }
    try await tap(id)
    for action in actions { runtime.send(action) }
  }

  /// Returns the loop when earlier input has been processed.
  ///
  /// - Throws: `AutomationError` if the program is quitting or does not become ready in time.
  func ready() async throws(AutomationError) -> Runtime {
    let isReady = await waits.wait(for: Self.queueSeconds) { [weak self] in
      self?.runtime?.isCaughtUp ?? true
    }
    guard let runtime, !runtime.state.isQuitting else {
      throw AutomationError(503, "Firefly is quitting.")
    }
    if isReady { return runtime }
    throw AutomationError(
      409,
      runtime.isTerminalHandedOver
        ? "The user's external editor has the terminal."
        : "Earlier input is still being processed.")
  }

  private func missing(_ id: String, _ runtime: Runtime) -> AutomationError {
    let ids = runtime.shown?.pressables.map(\.id) ?? []
    let shown = ForeignText.cleanLine(id, limit: 60)
    guard !ids.contains(id) else {
      return AutomationError(409, "“\(shown)” is covered, so it can't be pressed.")
    }
    let names = ids + runtime.surroundings.actionNames
    let guess = names.nearest(to: id).map { " Did you mean \($0)?" } ?? ""
    return AutomationError(
      404, "No element or action “\(shown)” here; /elements lists the elements.\(guess)")
  }

  /// Waits until the effect has been drawn and then, with a timeout, until nothing moves or loads.
  private func rest(_ timeout: Double?) async throws(AutomationError) {
    let isDrawn = await waits.wait(for: max(Self.queueSeconds, timeout ?? 0)) { [weak self] in
      self?.runtime?.isCaughtUp ?? true
    }
    guard let timeout, isDrawn else { return }
    let isAtRest = await waits.wait(for: timeout) { [weak self] in
      self?.runtime?.unrest.isEmpty ?? true
    }
    guard !isAtRest, let unrest = runtime?.unrest, !unrest.isEmpty else { return }
    throw AutomationError(
      504,
      "The screen did not settle within \(timeout) seconds: \(unrest.joined(separator: ", ")).")
  }

  // MARK: Telling

  private func report(_ subject: AutomationRequest.Subject) throws(AutomationError) -> HTTPResponse
  {
    guard let runtime, let frame = runtime.shown else {
      throw AutomationError(503, "There is no screen: Firefly is starting or quitting.")
    }
    switch subject {
    case .tap(let id), .setText(let id, _):
      return try Self.json(["id": id, "status": "success"])
    case .tunables(nil): return try Self.list(Tunable.all, runtime.state.settings.tunables)
    case .tunables(let name?), .tune(let name, _):
      return try Self.list([try Self.tunable(name)], runtime.state.settings.tunables)
    case .elements:
      return try Self.json(
        frame.elementReports(runtime.state.settings.keymap, answers: runtime.surroundings.answers))
    case .state: return try Self.json(runtime.report)
    case .screen(.text): return Self.document("text/plain; charset=utf-8", frame.readableText)
    case .screen(.json): return .json { frame.write(to: &$0) }
    case .screen(.svg):
      return Self.document("image/svg+xml", frame.svg(on: runtime.state.background ?? .black))
    }
  }

  private static func document(_ type: String, _ text: String) -> HTTPResponse {
    HTTPResponse(status: 200, fields: ["Content-Type": type], body: .bytes(Array(text.utf8)))
  }

  static func json(_ value: some Encodable) throws(AutomationError) -> HTTPResponse {
    let encoder = JSONEncoder()
    encoder.keyEncodingStrategy = .convertToSnakeCase
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    guard let data = try? encoder.encode(value) else {
      throw AutomationError(500, "The response could not be encoded as JSON.")
    }
    return .json(JSONWriter.escapingHidden(data))
  }
}
