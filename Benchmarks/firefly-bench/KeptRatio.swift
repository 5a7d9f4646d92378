/// What a figure of Firefly was beside that of another program in the same run, when it was kept in
/// Documentation/decisions/figures.md: the machine has little to do with it.
struct KeptRatio {
  let measure: Measure
  /// The program, and the one beside it.
  let program, peer: String
  /// How many times as much it was.
  let ratio: Double

  /// How much worse it may be.
  private static let tolerance = 1.2

  /// The table *Beside others* there.
  static let all: [KeptRatio] = [
    KeptRatio(measure: .firstFrame, program: "firefly", peer: "nnn", ratio: 0.35),
    KeptRatio(measure: .content, program: "firefly", peer: "nnn", ratio: 1.4),
    KeptRatio(measure: .floodCPU, program: "firefly", peer: "less", ratio: 1),
    KeptRatio(measure: .writingKey, program: "firefly", peer: "vim", ratio: 0.7),
    KeptRatio(measure: .servedPosts, program: "PostgreSQL", peer: "pgbench", ratio: 0.5),
    KeptRatio(measure: .created, program: "PostgreSQL", peer: "pgbench", ratio: 0.5),
  ]

  /// Says how much it is now and was then, if that is worse by more than a fifth.
  ///
  /// - Parameter medians: those of all programs.
  /// - Returns: the words for a cell; nil if it is not worse, or not known.
  func words(for medians: [String: Double?]) -> String? {
    guard let own = medians[program] ?? nil, let other = medians[peer] ?? nil, other > 0 else {
      return nil
    }
    let now = own / other
    let isWorse =
      measure.isRate ? now * Self.tolerance < ratio : now > ratio * Self.tolerance
    guard isWorse else { return nil }
    func text(_ value: Double) -> String { "\((value * 100).rounded() / 100)" }
    return " (worse: \(text(now)) × \(peer), kept: \(text(ratio)))"
  }
}
