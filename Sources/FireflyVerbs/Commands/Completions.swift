import FireflyClient
import FireflyCore
import FireflySources
import Foundation

/// What shells offer to complete a command: names that this machine knows.
///
/// Nothing is asked for over the network.
enum Completions {
  /// Places that `--server` takes.
  static var places: [String] {
    let accounts = context.flatMap { try? $0.accounts.all().keys.map(\.argument) } ?? []
    return Set(accounts).sorted() + SourceKind.allCases.map(\.serverName)
  }
  /// The accounts that `--as` takes.
  static var accounts: [String] {
    let all = context.flatMap { try? $0.accounts.all() } ?? [:]
    return Set(all.values.joined().map(\.email)).sorted()
  }
  /// The drafts by their ids.
  static var drafts: [String] {
    guard let context else { return [] }
    return DraftFolder(state: context.paths.state).entries().compactMap { entry in
      if case .draft(let kept) = entry { kept.name } else { nil }
    }
  }
  /// The addresses of the feeds.
  static var feeds: [String] {
    (try? context?.feedReader().feeds.map(\.address)) ?? []
  }
  /// The fields of posts; other lists have some of them.
  static var fields: [String] {
    PrintedList.posts(at: .own(as: .signedOut)).fields.map(\.name)
  }

  private static var context: CommandContext? {
    (try? CommonOptions.parse([])).flatMap { try? CommandContext("completion", $0) }
  }
}
