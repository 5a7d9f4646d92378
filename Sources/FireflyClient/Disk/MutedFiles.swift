import FireflyCore
import FireflyModel
import Foundation

/// The files with what is muted on this machine: people and words on all servers, branches of an account.
package struct MutedFiles: Sendable {
  private static let maximumBytes = (names: 1 << 20, branches: 4 << 20)
  private static let maximum = (people: 10_000, words: 200)

  private let peopleFile: JSONFile<[String]>
  private let wordsFile: JSONFile<[String]>
  private let branchFile: JSONFile<Branches>
  /// The branches that nobody owns, and that become the account's; nil if it gets none.
  private let unowned: JSONFile<Branches>?
  private let owner: String?

  /// Creates a value for a server or source.
  ///
  /// - Parameters:
  ///   - state: the state folder.
  ///   - server: the permanent ID of the server.
  ///   - owner: whose branches.
  ///   - report: receives a sentence if a file can't be used.
  package init(
    state: URL, server: SiteID, of owner: KeptOwner = KeptOwner(),
    report: @escaping FileReport = { _ in }
  ) {
    func names(_ kept: KeptFile, _ what: String) -> JSONFile<[String]> {
      JSONFile(
        file: kept.file(in: state), maximumBytes: Self.maximumBytes.names,
        loss: { _ in "No \(what) are muted now." },
        report: report)
    }
    (peopleFile, wordsFile) = (names(.muted, "people"), names(.mutedWords, "words"))
    func branches(_ owner: String?) -> JSONFile<Branches> {
      JSONFile(
        file: KeptFile.branches.file(of: owner ?? server.description, in: state),
        maximumBytes: Self.maximumBytes.branches,
        loss: { _ in "No threads are silenced or followed now." }, isOwn: { $0.owner == owner },
        report: report)
    }
    let own = owner.account.map { AccountID($0.person, on: server).inFiles }
    (self.owner, branchFile) = (own, branches(own))
    unowned = owner.gets(nil) ? branches(nil) : nil
  }

  /// The people, as lower-case names or e-mails; it blocks.
  package var people: Set<String> {
    Set((peopleFile.read() ?? []).prefix(Self.maximum.people))
  }

  /// The words, the last ones first; it blocks.
  package var words: [String] { Array((wordsFile.read() ?? []).prefix(Self.maximum.words)) }

  /// The branches, with those that nobody owns; it blocks.
  package var branches: MarkedBranches {
    var marks = branchFile.read()?.marks ?? MarkedBranches()
    if let old = unowned?.read() { marks.add(old.marks) }
    return marks
  }

  /// Makes the account's what nobody owns; it blocks, also while another program writes.
  ///
  /// If that can't be kept now, it holds all the same, and is tried again.
  package func adopt() {
    guard let unowned, let old = unowned.read(), !old.marks.isEmpty else { return }
    unowned.keep("Silenced threads") { kept in
      guard let old = kept, (try? update { $0.add(old.marks) }) != nil else { return }
      kept = Branches()
    }
  }

  /// Removes the branches of the account, and what it gets of nobody's.
  func removeBranches() {
    branchFile.file.removeLocked()
    unowned?.file.removeLocked()
  }

  /// Removes the branches of all accounts of a server.
  static func removeBranches(of server: SiteID, in state: URL) {
    KeptFile.branches.file(of: server, in: state).removeLocked()
    KeptFile.branches.removeAll(of: server, in: state, maximumBytes: maximumBytes.branches)
  }

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
    try update { branches in
      if let change { branches.apply(change) }
      branches.keep(links)
    }
  }

  private func update(
    _ change: (inout MarkedBranches) -> Void
  ) throws(SystemProblem) -> MarkedBranches {
    try branchFile.updated(from: Branches(owner: owner)) { change(&$0.marks) }.marks
  }
}

/// The branches of an account, as their file has them.
private struct Branches: Codable {
  /// Whose they are; nil if nobody was signed in, or in files of earlier versions.
  var owner: String?
  var marks = MarkedBranches()

  private enum CodingKeys: CodingKey { case owner }

  init(owner: String? = nil) { self.owner = owner }

  init(from decoder: any Decoder) throws {
    marks = try MarkedBranches(from: decoder)
    owner = try decoder.container(keyedBy: CodingKeys.self)
      .decodeIfPresent(String.self, forKey: .owner)
  }

  func encode(to encoder: any Encoder) throws {
    try marks.encode(to: encoder)
    var fields = encoder.container(keyedBy: CodingKeys.self)
    try fields.encodeIfPresent(owner, forKey: .owner)
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
