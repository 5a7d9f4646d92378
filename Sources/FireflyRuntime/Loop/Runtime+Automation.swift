import FireflyApp

// The part of the loop that `Automation` can see.
extension Runtime {
  /// Whether all input has been processed and drawn.
  package var isCaughtUp: Bool {
    state.isQuitting || typedAhead.isEmpty && !isContinuing && foreground == nil && shown != nil
  }

  /// Whether something moves in the frame on the screen.
  package var isMoving: Bool { !state.isSettled(at: shownAt) }

  /// What keeps the screen from being settled: motion, keys, pictures being rendered, and the names
  /// of requests in flight; empty at rest.
  ///
  /// A motion ends when its last frame has been drawn.
  package var unrest: [String] {
    guard !state.isQuitting else { return [] }
    let motion = isMoving ? ["motion"] : []
    let pictures = pictures.isRendering ? ["pictures"] : []
    return motion + (isCaughtUp ? [] : ["keys"]) + pictures + effects.requests
  }

  /// Where the program is, and what is under way.
  package var report: RunReport { RunReport(state: surroundings.report, unrest: unrest) }
}

/// Where the program is, and what is under way.
package struct RunReport: Encodable {
  /// Where it is.
  var state: StateReport
  /// What is under way.
  var unrest: [String]

  enum CodingKeys: String, CodingKey { case unrest }

  /// Writes both as one object.
  package func encode(to encoder: any Encoder) throws {
    try state.encode(to: encoder)
    var fields = encoder.container(keyedBy: CodingKeys.self)
    try fields.encode(unrest, forKey: .unrest)
  }
}
