import Foundation

/// A file with what is muted on this machine, on all servers: people, or words.
public struct MutedFile: Sendable {
  /// What it has.
  public enum Kind: Sendable {
    /// People, as lower-case names or e-mails.
    case people
    /// Words.
    case words
  }

  private static let maximumBytes = 1 << 20
  private static let maximum: [Kind: Int] = [.people: 10_000, .words: 200]

  private let file: JSONFile<[String]>
  private let maximum: Int

  /// Creates a value for the state folder.
  ///
  /// - Parameters:
  ///   - kind: what it has.
  ///   - state: the state folder.
  ///   - report: receives a sentence if the file can't be used.
  public init(
    _ kind: Kind = .people, state: URL, report: @escaping FileReport = { _ in }
  ) {
    maximum = Self.maximum[kind] ?? 0
    let what = kind == .people ? "people" : "words"
    file = JSONFile(
      file: (kind == .people ? KeptFile.muted : .mutedWords).file(in: state),
      maximumBytes: Self.maximumBytes, loss: { _ in "No \(what) are muted now." }, report: report)
  }

  /// What is muted, the last one first; it blocks.
  public var entries: [String] { Array((file.read() ?? []).prefix(maximum)) }

  /// Adds or removes an entry.
  ///
  /// - Returns: the entries.
  /// - Throws: `SystemProblem`.
  func set(_ entry: String, isMuted: Bool) throws(SystemProblem) -> [String] {
    try file.updated(from: []) { entries in
      entries.removeAll { $0.lowercased() == entry.lowercased() }
      if isMuted { entries = [entry] + entries.prefix(maximum - 1) }
    }
  }
}
