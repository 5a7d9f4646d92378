import FireflyApp
import FireflyCore
import Foundation

/// The file with the branches of a server that are silenced or followed on this machine.
public struct BranchFile: Sendable {
  private static let maximumBytes = 4 << 20

  private let file: JSONFile<MarkedBranches>

  /// Creates a value for a server or source.
  ///
  /// - Parameters:
  ///   - state: the state folder.
  ///   - server: the permanent ID of the server.
  ///   - report: receives a sentence if the file can't be used.
  public init(state: URL, server: SiteID, report: @escaping FileReport = { _ in }) {
    file = JSONFile(
      file: KeptFile.branches.file(of: server, in: state), maximumBytes: Self.maximumBytes,
      loss: { _ in "No threads are silenced or followed now." }, report: report)
  }

  /// The branches; it blocks.
  public var branches: MarkedBranches { file.read() ?? MarkedBranches() }

  /// Changes the marks, and keeps what replies answer.
  ///
  /// - Returns: the branches.
  /// - Throws: `SystemProblem`.
  func apply(
    _ change: MarkedBranches.Change?, links: [Post.ID: Post.ID]
  ) throws(SystemProblem) -> MarkedBranches {
    try file.updated(from: MarkedBranches()) { branches in
      if let change { branches.apply(change) }
      branches.keep(links)
    }
  }
}
