import FireflyApp

// What who drives the loop from outside can see of it.
extension Runtime {
  /// Whether everything that came in so far has been done and drawn.
  var isCaughtUp: Bool {
    state.isQuitting || typedAhead.isEmpty && !isContinuing && editorSession == nil && shown != nil
  }

  /// Whether something moves in the frame that was shown last.
  var isMoving: Bool { !state.isSettled(at: shownAt) }

  /// What is still under way: motion, keys, pictures that are being made, and the names of requests.
  ///
  /// Nothing at rest. A motion is over when its last frame has been drawn, not when its time is up.
  var unrest: [String] {
    guard !state.isQuitting else { return [] }
    let motion = isMoving ? ["motion"] : []
    let pictures = pictures.isRendering ? ["pictures"] : []
    return motion + (isCaughtUp ? [] : ["keys"]) + pictures + effects.requests
  }

  /// Where the program is, and what is under way.
  var report: RunReport { RunReport(state: state.report, unrest: unrest) }
}

/// Where the program is, and what is under way.
struct RunReport: Encodable {
  /// Where it is.
  var state: StateReport
  /// What is under way.
  var unrest: [String]

  enum CodingKeys: String, CodingKey { case unrest }

  /// Writes both as one object.
  /// - Throws: what the encoder throws.
  func encode(to encoder: any Encoder) throws {
    try state.encode(to: encoder)
    var fields = encoder.container(keyedBy: CodingKeys.self)
    try fields.encode(unrest, forKey: .unrest)
  }
}
