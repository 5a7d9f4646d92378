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
  /// The fields of what a verb lists, behind those that are typed.
  ///
  /// - Parameters:
  ///   - line: the words of the line, with that of the program.
  ///   - typed: what is typed of the fields.
  static func fields(of line: [String], typed: String) -> [String] {
    let before = typed.lastIndex(of: ",").map { typed[...$0] } ?? ""
    let named = Set(before.split(separator: ",").map(String.init))
    return fields(of: OldName.replaced(in: Array(line.dropFirst())))
      .filter { !named.contains($0) }.map { before + $0 }
  }

  private static func fields(of words: [String]) -> [String] {
    func names<Item>(_ list: PrintedList<Item>) -> [String] { list.fields.map(\.name) }
    let site = Site.own(as: .signedOut)
    return switch words.first(where: Firefly.commandNames.contains) {
    case "account": words.contains("devices") ? names(.devices) : names(.accounts)
    case "config": names(.settings)
    case "draft": names(.drafts)
    case "feed" where !words.contains("fetch"): names(.feeds)
    case "member": names(.members)
    case "notifications": names(.notices)
    case "posts" where words.contains("--later"): names(.later)
    case "sources": names(.sources)
    case "users": names(.people(at: site))
    default: names(.posts(at: site))
    }
  }

  private static var context: CommandContext? {
    (try? CommonOptions.parse([])).flatMap { try? CommandContext("completion", $0) }
  }
}
