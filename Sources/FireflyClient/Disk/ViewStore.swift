import FireflyCore
import FireflyModel
import Foundation
import Synchronization

/// Stores the state of the explorers of a server between runs: whose posts each shows, and when the
/// user last looked at it.
///
/// A small file for each server, `views/….json` in the state folder. It is read on first use and
/// written asynchronously.
package final class ViewStore: Sendable {
  /// The contents of the file.
  private struct Contents: Codable, Hashable {
    /// The permanent ID of the server: files of other servers may have the same fingerprint.
    var server: SiteID
    /// By `Explorer.tag`.
    var explorers: [String: View] = [:]
    /// How much room closed posts take, by `Density`; nil until the user has chosen.
    var density: String?
    /// How replies are shown, by `RepliesView`; nil until the user has chosen.
    var view: String?
    /// The further lists that the key for lists goes round; nil until the user has chosen.
    var round: [NamedList]?
    /// When the last draft was changed of which the user knows, in seconds since 1970, by account.
    var drafts: [String: Double]?
    /// How threads were left, by account.
    var threads: [String: ThreadPlaces]?

    /// Whether a file of this length is read again.
    var fits: Bool { ((try? JSONEncoder().encode(self))?.count ?? 0) <= ViewStore.maximumBytes }

    struct View: Codable, Hashable {
      /// Whose posts are shown, by `Audience.name`; nil until the user has chosen.
      var audience: String?
      /// The same in files of earlier versions.
      var onlyMine: Bool?
      /// Accounts that have written such a post, by `PersonID.inFiles`.
      var authors: [String]?
      /// When the user last looked at it, in seconds since 1970.
      var viewedAt: Double?
    }
  }

  private static let maximumBytes = 64 << 10
  private static let maximumAuthors = 100

  /// When the posts tab begins with what the user has written.
  package enum OwnPosts: Sendable {
    /// If there was any before they wrote on this machine: on a server of several users.
    case ifAny
    /// Once the user has chosen it: on their own server, where imported posts are theirs, too.
    case onceChosen
    /// Never: the place has lists of its own.
    case never
  }

  private let server: SiteID
  private let ownPosts: OwnPosts
  private let file: JSONFile<Contents>
  private let clock: @Sendable () -> Date
  private let queue = DispatchQueue(label: "firefly.views")
  private let contents: Mutex<Contents>

  /// Creates a store for a server.
  ///
  /// - Parameters:
  ///   - state: the state folder.
  ///   - server: the permanent ID of the server.
  ///   - ownPosts: when the posts tab begins with what the user has written.
  ///   - clock: returns the time.
  ///   - report: receives a sentence if the file can't be used.
  package init(
    state: URL, server: SiteID, ownPosts: OwnPosts = .ifAny,
    clock: @escaping @Sendable () -> Date = { Date() }, report: @escaping FileReport = { _ in }
  ) {
    (self.server, self.ownPosts) = (server, ownPosts)
    self.clock = clock
    file = JSONFile(
      file: KeptFile.views.file(of: server, in: state), maximumBytes: Self.maximumBytes,
      loss: { _ in "What the tabs showed last has to be chosen again." },
      isOwn: { $0.server == server }, report: report)
    contents = Mutex(file.read() ?? Contents(server: server))
  }

  /// Returns whose posts an explorer shows; nil until the user has chosen.
  package func audience(of explorer: Explorer) -> Audience? {
    let view = view(explorer)
    let name = view.audience ?? view.onlyMine.map { ($0 ? Audience.mine : .everyone).name }
    let hasOwnLists = explorer == .posts && ownPosts == .never
    return name.flatMap { Audience(named: $0, hasOwnLists: hasOwnLists) }
  }

  /// Returns whether a user has written a post of an explorer's kind on this machine.
  package func hasWritten(_ explorer: Explorer, _ key: PersonID) -> Bool {
    view(explorer).authors?.contains(key.inFiles) ?? false
  }

  /// Returns whose posts an explorer shows first: a list that the user has seen stays.
  ///
  /// A post that is written on this machine changes nothing: it was written beside everyone's posts, because a list
  /// that began with the user's own ones is kept as if they had chosen it (`ListsState.explainAudience`).
  ///
  /// - Parameter key: the current user's `User.key`; nil if signed out.
  /// - Returns: whose posts are shown first.
  package func firstAudience(of explorer: Explorer, for key: PersonID?) -> FirstAudience {
    guard let key, explorer != .users else { return .everyone }
    if let chosen = audience(of: explorer) { return FirstAudience(chosen) }
    return ownPosts == .ifAny && !hasWritten(explorer, key) ? .mineIfAny : .everyone
  }

  /// Returns when the user last looked at an explorer; if unknown, that is now.
  package func viewed(_ explorer: Explorer) -> Date {
    let now = clock()
    if let time = view(explorer).viewedAt, time <= Self.latest(now) {
      return Date(timeIntervalSince1970: time)
    }
    change(explorer) { $0.viewedAt = now.timeIntervalSince1970 }
    return now
  }

  /// Records whose posts the user has chosen.
  package func choose(_ audience: Audience, in explorer: Explorer) {
    change(explorer) { ($0.audience, $0.onlyMine) = (audience.name, nil) }
  }

  /// How much room closed posts take; nil until the user has chosen.
  package var density: Density? { contents.withLock { $0.density.flatMap(Density.init) } }

  /// Records how much room closed posts take.
  package func choose(_ density: Density) { change { $0.density = density.rawValue } }

  /// The further lists that the key for lists goes round.
  package var round: [NamedList] { contents.withLock { $0.round ?? [] } }

  /// Records the further lists that the key for lists goes round.
  package func choose(_ round: [NamedList]) { change { $0.round = Array(round.prefix(100)) } }

  /// How the replies to a post are shown; nil until the user has chosen.
  package var replies: RepliesView? { contents.withLock { $0.view.flatMap(RepliesView.init) } }

  /// Records how the replies to a post are shown.
  package func choose(_ view: RepliesView) { change { $0.view = view.rawValue } }

  /// Returns whether a user does not know yet that there is a draft, and records that they know it from now on.
  ///
  /// - Parameters:
  ///   - changedAt: when the newest one was changed, in seconds since 1970.
  ///   - account: whose it is.
  package func isNews(draftOf changedAt: Double, by account: PersonID) -> Bool {
    let known = contents.withLock { $0.drafts?[account.inFiles] } ?? 0
    guard known != changedAt else { return false }
    change { $0.drafts = ($0.drafts ?? [:]).merging([account.inFiles: changedAt]) { $1 } }
    return known < changedAt
  }

  /// Returns how an account left its threads.
  ///
  /// - Parameter account: the account; nil if signed out.
  package func threads(of account: PersonID?) -> ThreadPlaces {
    contents.withLock { $0.threads?[account?.inFiles ?? ""] ?? ThreadPlaces() }
  }

  /// Records how an account left threads; the oldest go if the file gets too long.
  package func keep(_ threads: [ThreadPlace], of account: PersonID?) {
    change { contents in
      let account = account?.inFiles ?? ""
      contents.threads = contents.threads ?? [:]
      contents.threads?[account, default: ThreadPlaces()].keep(threads)
      var room = ThreadPlaces.maximum
      while room > 0, !contents.fits {
        room /= 2
        for account in contents.threads?.keys.sorted() ?? [] {
          contents.threads?[account]?.keep([], maximum: room)
        }
      }
    }
  }

  /// Removes what an account has left in the file of a server that other accounts use.
  static func remove(_ account: PersonID, of server: SiteID, in state: URL) {
    ViewStore(state: state, server: server).remove(account)
  }

  private func remove(_ account: PersonID) {
    change { contents in
      contents.threads?[account.inFiles] = nil
      contents.drafts?[account.inFiles] = nil
      for explorer in contents.explorers.keys {
        contents.explorers[explorer]?.authors?.removeAll { $0 == account.inFiles }
      }
    }
    flush()
  }

  /// Records that a user has written a post of an explorer's kind.
  package func postWritten(_ explorer: Explorer, by key: PersonID) {
    guard !hasWritten(explorer, key) else { return }
    change(explorer) { view in
      view.authors = ((view.authors ?? []) + [key.inFiles]).suffix(Self.maximumAuthors)
    }
  }

  /// Records that the user looks at an explorer now.
  ///
  /// - Parameter newest: the date of the newest visible post: clocks differ, and dates in responses
  ///   have whole seconds.
  package func explorerViewed(_ explorer: Explorer, newest: Date?) {
    let now = clock()
    let latest = Self.latest(now)
    let date = newest.map { min($0.timeIntervalSince1970 + 1, latest) }
    let time = max(now.timeIntervalSince1970, date ?? 0)
    change(explorer) { view in
      view.viewedAt = max(view.viewedAt.flatMap { $0 <= latest ? $0 : nil } ?? 0, time)
    }
  }

  /// The latest time of a look up to now, in seconds since 1970: servers' clocks may be ahead by a day, a later
  /// time was written by a clock of this machine that was ahead.
  private static func latest(_ now: Date) -> Double { now.timeIntervalSince1970 + 86_400 }

  /// Waits until all changes are on the disk.
  package func flush() { queue.sync {} }

  private func view(_ explorer: Explorer) -> Contents.View {
    contents.withLock { $0.explorers[explorer.tag] ?? .init() }
  }

  private func change(
    _ explorer: Explorer, _ body: @escaping @Sendable (inout Contents.View) -> Void
  ) {
    change { body(&$0.explorers[explorer.tag, default: .init()]) }
  }

  private func change(_ body: @escaping @Sendable (inout Contents) -> Void) {
    let isNew = contents.withLock { contents in
      let old = contents
      body(&contents)
      return contents != old
    }
    guard isNew else { return }
    queue.async { [server, file] in
      // Another program may have written the file: apply only this change.
      file.keep("What the tabs show", from: Contents(server: server), body)
    }
  }
}
