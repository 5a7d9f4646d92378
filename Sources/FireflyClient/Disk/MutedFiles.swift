import FireflyCore
import FireflyModel
import Foundation

/// The files with what is muted on this machine: people and words on all servers, branches of one.
package struct MutedFiles: Sendable {
  private static let maximumBytes = (names: 1 << 20, branches: 4 << 20)
  private static let maximum = (people: 10_000, words: 200)

  private let peopleFile: JSONFile<[String]>
  private let wordsFile: JSONFile<[String]>
  private let branchFile: JSONFile<MarkedBranches>

  /// Creates a value for a server or source.
  ///
  /// - Parameters:
  ///   - state: the state folder.
  ///   - server: the permanent ID of the server.
  ///   - report: receives a sentence if a file can't be used.
  package init(state: URL, server: SiteID, report: @escaping FileReport = { _ in }) {
    func names(_ kept: KeptFile, _ what: String) -> JSONFile<[String]> {
      JSONFile(
        file: kept.file(in: state), maximumBytes: Self.maximumBytes.names,
        loss: { _ in "No \(what) are muted now." },
        report: report)
    }
    (peopleFile, wordsFile) = (names(.muted, "people"), names(.mutedWords, "words"))
    branchFile = JSONFile(
      file: KeptFile.branches.file(of: server, in: state),
      maximumBytes: Self.maximumBytes.branches,
      loss: { _ in "No threads are silenced or followed now." }, report: report)
  }

  /// The people, as lower-case names or e-mails; it blocks.
  package var people: Set<String> {
    Set((peopleFile.read() ?? []).prefix(Self.maximum.people))
  }

  /// The words, the last ones first; it blocks.
  package var words: [String] { Array((wordsFile.read() ?? []).prefix(Self.maximum.words)) }

  /// The branches; it blocks.
  package var branches: MarkedBranches { branchFile.read() ?? MarkedBranches() }

  /// Applies a change, and keeps what replies below marked branches answer.
  ///
  /// - Returns: what is muted now.
  package func apply(
    _ change: MuteChange, links: [Post.ID: Post.ID]
  ) throws(SystemProblem) -> MuteList {
    switch change {
    case .person(let person, let isMuted):
      .people(try peopleFile.setting(person, isMuted, atMost: Self.maximum.people))
    case .words(let words, let isMuted):
      .words(try wordsFile.setting(words, isMuted, atMost: Self.maximum.words))
    case .branch(let change): .branches(try updateBranches(change, links))
    }
  }

  /// Keeps what replies answer.
  package func keep(_ links: [Post.ID: Post.ID]) throws(SystemProblem) {
    _ = try updateBranches(nil, links)
  }

  private func updateBranches(
    _ change: MarkedBranches.Change?, _ links: [Post.ID: Post.ID]
  ) throws(SystemProblem) -> MarkedBranches {
    try branchFile.updated(from: MarkedBranches()) { branches in
      if let change { branches.apply(change) }
      branches.keep(links)
    }
  }
}

extension JSONFile<[String]> {
  /// Adds an entry as the first one, or removes it.
  fileprivate func setting(
    _ entry: String, _ isThere: Bool, atMost maximum: Int
  ) throws(SystemProblem) -> [String] {
    try updated(from: []) { entries in
      entries.removeAll { $0.lowercased() == entry.lowercased() }
      if isThere { entries = [entry] + entries.prefix(maximum - 1) }
    }
  }
}
