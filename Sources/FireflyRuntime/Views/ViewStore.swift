import FireflyApp
import FireflyCore
import Foundation
import Logging
import Synchronization

/// What is kept of one server's explorers from run to run: whose posts each shows, and when one has looked
/// at it last.
///
/// A small file of its own for each server, `views/….json` in the folder of the state. It is read when it
/// is first asked for, and written beside whoever changes something. One that can't be used counts for
/// nothing: it holds no more than habits.
public final class ViewStore: Sendable {
  /// What the file holds.
  private struct Contents: Codable, Hashable {
    /// The server's name for good: files of other servers may have the same fingerprint.
    var server: String
    /// By `Explorer.tag`.
    var explorers: [String: View] = [:]

    struct View: Codable, Hashable {
      /// Whether only the user's own posts are shown; nil until the user has chosen.
      var onlyMine: Bool?
      /// Who has written something of this kind by hand, by their e-mails in lower case.
      var authors: [String]?
      /// When one has looked at it, in seconds since 1970.
      var viewedAt: Double?
      /// Whether the note on how to see everyone's posts was shown.
      var isExplained: Bool?
    }
  }

  private static let maximumBytes = 64 << 10
  /// Accounts of one server that are remembered to have written something.
  private static let maximumAuthors = 100

  private let server: String
  private let file: PrivateFile
  private let clock: @Sendable () -> Date
  private let log: Logger
  private let queue = DispatchQueue(label: "firefly.views")
  private let contents: Mutex<Contents>

  /// The views of a server.
  ///
  /// - `state`: the folder of the program's state.
  /// - `server`: the server's name for good.
  /// - `clock`: tells the time of day.
  public init(
    state: URL, server: String, log: Logger, clock: @escaping @Sendable () -> Date = { Date() }
  ) {
    self.server = server
    self.clock = clock
    self.log = log
    let file = Self.file(of: server, in: state)
    self.file = file
    contents = Mutex(Self.read(file, server))
  }

  /// Forgets what is kept of a server.
  ///
  /// - `state`: the folder of the program's state.
  public static func removeAll(of server: String, in state: URL) {
    try? file(of: server, in: state).remove()
  }

  private static func file(of server: String, in state: URL) -> PrivateFile {
    let name = Fingerprint.name(of: Array(server.utf8)) + ".json"
    return PrivateFile(url: state.appendingPathComponent("views").appendingPathComponent(name))
  }

  /// Whether an explorer shows only the user's own posts; nil until the user has chosen.
  public func onlyMine(_ explorer: Explorer) -> Bool? { view(explorer).onlyMine }

  /// Whether a user has written a post of an explorer's kind by hand, as far as this program knows.
  public func hasWritten(_ explorer: Explorer, _ email: String) -> Bool {
    view(explorer).authors?.contains(email.lowercased()) ?? false
  }

  /// Whose posts an explorer begins with: as the user has chosen, else their own as soon as they have
  /// written one by hand.
  ///
  /// - `email`: of the current user; nil if signed out.
  /// - `isOwnServer`: whether it is the program's own: that has a post in the user's name from the
  ///   beginning, which no user has written.
  public func firstAudience(
    of explorer: Explorer, for email: String?, isOwnServer: Bool
  ) -> FirstAudience {
    guard let email, explorer != .users else { return .everyone }
    if let onlyMine = onlyMine(explorer) { return onlyMine ? .mine : .everyone }
    if hasWritten(explorer, email) { return .mine }
    return isOwnServer ? .everyone : .mineIfAny
  }

  /// Whether the note on how to see everyone's posts is still to be shown: the user has not chosen an audience.
  public func explainsAudience(of explorer: Explorer) -> Bool {
    onlyMine(explorer) == nil && view(explorer).isExplained != true
  }

  /// Notes that the note on how to see everyone's posts was shown.
  public func audienceExplained(_ explorer: Explorer) { change(explorer) { $0.isExplained = true } }

  /// When one has looked at an explorer last; where that is not known, it is now.
  public func viewed(_ explorer: Explorer) -> Date {
    if let time = view(explorer).viewedAt { return Date(timeIntervalSince1970: time) }
    let now = clock()
    change(explorer) { $0.viewedAt = now.timeIntervalSince1970 }
    return now
  }

  /// One has chosen whose posts an explorer shows.
  public func choose(onlyMine: Bool, in explorer: Explorer) {
    change(explorer) { $0.onlyMine = onlyMine }
  }

  /// Notes that a user has written a post of an explorer's kind.
  public func postWritten(_ explorer: Explorer, by email: String) {
    guard !hasWritten(explorer, email) else { return }
    change(explorer) { view in
      view.authors = ((view.authors ?? []) + [email.lowercased()]).suffix(Self.maximumAuthors)
    }
  }

  /// One looks at an explorer now.
  ///
  /// - `newest`: when the newest thing that is seen was written: clocks differ, and dates on the wire have
  ///   no fractions of seconds.
  public func explorerViewed(_ explorer: Explorer, newest: Date?) {
    let now = clock()
    let time = max(now, newest.map { min($0 + 1, now + 86_400) } ?? now).timeIntervalSince1970
    change(explorer) { $0.viewedAt = max($0.viewedAt ?? 0, time) }
  }

  /// Waits until all is on the disk.
  public func flush() { queue.sync {} }

  private func view(_ explorer: Explorer) -> Contents.View {
    contents.withLock { $0.explorers[explorer.tag] ?? .init() }
  }

  private func change(
    _ explorer: Explorer, _ body: @escaping @Sendable (inout Contents.View) -> Void
  ) {
    let isNew = contents.withLock { contents in
      let old = contents.explorers[explorer.tag]
      body(&contents.explorers[explorer.tag, default: .init()])
      return contents.explorers[explorer.tag] != old
    }
    guard isNew else { return }
    queue.async { [server, file, log] in
      // Another program may have written meanwhile: only what has changed here is changed there.
      var kept = Self.read(file, server)
      body(&kept.explorers[explorer.tag, default: .init()])
      do {
        try file.replace(with: JSONEncoder().encode(kept))
      } catch {
        log.warning("views are not kept", metadata: ["error": "\(error)"])
      }
    }
  }

  private static func read(_ file: PrivateFile, _ server: String) -> Contents {
    guard let data = try? file.read(maximumBytes: maximumBytes),
      let kept = try? JSONDecoder().decode(Contents.self, from: data), kept.server == server
    else { return Contents(server: server) }
    return kept
  }
}
