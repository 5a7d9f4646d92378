import Foundation

/// The file with the people who are muted on this machine.
public struct MutedFile: Sendable {
  private static let maximumBytes = 1 << 20
  private static let maximumPeople = 10_000

  private let file: JSONFile<[String]>

  /// Creates a value for the state folder.
  ///
  /// - Parameters:
  ///   - state: the state folder.
  ///   - report: receives a sentence if the file can't be used.
  public init(state: URL, report: @escaping FileReport = { _ in }) {
    file = JSONFile(
      file: PrivateFile(url: state.appendingPathComponent("muted.json")),
      maximumBytes: Self.maximumBytes, loss: { _ in "No people are muted now." }, report: report)
  }

  /// The people, as lower-case names or e-mails; it blocks.
  public var people: Set<String> { Set(file.read() ?? []) }

  /// Adds or removes a person.
  ///
  /// - Returns: the people.
  /// - Throws: `SystemProblem`.
  func set(_ person: String, isMuted: Bool) throws(SystemProblem) -> Set<String> {
    var people: [String] = []
    try file.update { contents in
      people = contents ?? []
      people.removeAll { $0 == person }
      if isMuted { people = [person] + people.prefix(Self.maximumPeople - 1) }
      contents = people
    }
    return Set(people)
  }
}
