import FireflyAPI
import FireflyCore
import FireflyModel
import Foundation
import Synchronization

/// Stores which posts the accounts of a server have read.
///
/// A file for each server and account, `marks/….json` in the state folder. Several programs may use
/// it: each applies its changes to the file as it is then, with the file's lock held. A burst of changes is
/// one write.
package final class ReadMarkStore: Sendable {
  /// The contents of the file.
  private struct Contents: Codable, Sendable {
    /// The server and the account: files of others may have the same fingerprint.
    var owner: String
    var marks: ReadMarks
    /// What a server that keeps marks knows of them; nil before it was asked.
    var shared: SharedMarks?

    /// The marks as a server has them.
    func local(saved: NumberRanges) -> PostMarks {
      var local = PostMarks()
      (local.first, local.read, local.unread) = (marks.first, marks.read, marks.unread)
      local.saved = saved
      return local
    }
  }

  private static let maximumBytes = 4 << 20
  /// Seconds in which changes are collected before they are written.
  static let delay = 0.5

  private let state: URL
  private let server: SiteID
  /// Where an earlier version kept the marks.
  private let former: SiteID?
  /// Whether everything is unread at the first contact.
  private let beginsUnread: Bool
  private let clock: @Sendable () -> Date
  private let report: FileReport
  /// Gets the changes, too, for a place that keeps marks itself.
  private let share: (@Sendable ([ReadMarks.Change]) -> Void)?
  private let queue = DispatchQueue(label: "firefly.marks")
  private let last = LastContents<Contents>()
  /// Whether another program has changed the file since its marks were returned.
  private let isChangedElsewhere = Mutex(false)
  /// Changes that are not written yet, by owner.
  private let waiting = Mutex<[String: [ReadMarks.Change]]>([:])

  /// Creates a store for a server.
  ///
  /// - Parameters:
  ///   - state: the state folder.
  ///   - server: the permanent ID of the server.
  ///   - former: the ID under which an earlier version kept the marks, if it differs.
  ///   - beginsUnread: whether everything is unread at the first contact, as with feeds.
  ///   - clock: returns the time.
  ///   - share: gets the changes, too, for a place that keeps marks itself.
  ///   - report: receives a sentence if the file can't be used.
  package init(
    state: URL, server: SiteID, former: SiteID? = nil, beginsUnread: Bool = false,
    clock: @escaping @Sendable () -> Date = { Date() },
    share: (@Sendable ([ReadMarks.Change]) -> Void)? = nil, report: @escaping FileReport = { _ in }
  ) {
    (self.state, self.server, self.beginsUnread) = (state, server, beginsUnread)
    self.former = former == server ? nil : former
    (self.clock, self.share, self.report) = (clock, share, report)
  }

  /// The time of a first contact now.
  private var beginning: Double { beginsUnread ? 0 : clock().timeIntervalSince1970 }

  /// Returns the marks of an account, after all earlier changes; those of a first contact if there
  /// are none.
  ///
  /// - Parameter account: the e-mail; nil if signed out.
  package func marks(of account: PersonID?) -> ReadMarks {
    queue.sync {
      writeWaiting()
      adoptFormer(of: account)
      defer { isChangedElsewhere.withLock { $0 = false } }
      let owner = owner(account)
      guard let kept = file(owner).read() else { return firstContact(owner) }
      var marks = kept.marks
      let now = clock().timeIntervalSince1970
      guard marks.limit(to: now) else { return marks }
      write(owner) { _ = $0.limit(to: now) }
      return marks
    }
  }

  /// Returns the marks of an account as they are kept; nil if there are none, and so no first contact yet.
  package func known(of account: PersonID?) -> ReadMarks? {
    queue.sync { file(owner(account)).read()?.marks }
  }

  /// The folder of the marks of all accounts.
  package var folder: URL { KeptFile.marks.url(in: state) }

  /// Returns the marks of an account if another program has changed them since they were returned last; else nil.
  ///
  /// - Parameter account: the e-mail; nil if signed out.
  package func marksChangedElsewhere(of account: PersonID?) -> ReadMarks? {
    queue.sync {
      // What is marked here meanwhile is not to be forgotten.
      writeWaiting()
      let owner = owner(account)
      guard let kept = file(owner).read(), isChangedElsewhere.withLock({ $0 }) else { return nil }
      isChangedElsewhere.withLock { $0 = false }
      return kept.marks
    }
  }

  /// Applies changes to the marks of an account, asynchronously.
  package func apply(_ changes: [ReadMarks.Change], to account: PersonID?) {
    // The file of what is shared may be locked by another program.
    if let share { queue.async { share(changes) } }
    let isFirst = waiting.withLock { waiting in
      defer { waiting[owner(account), default: []] += changes }
      return waiting.isEmpty
    }
    if isFirst { queue.asyncAfter(deadline: .now() + Self.delay) { self.writeWaiting() } }
  }

  /// Has the marks of an account agree with what its place says.
  ///
  /// - Parameter unread: returns the unread posts, while no other program changes the marks.
  package func tell(_ unread: () -> [Int], to account: PersonID?) {
    queue.sync {
      writeWaiting()
      write(owner(account)) { $0.apply(.told(unread: unread())) }
    }
  }

  /// Merges the marks of an account with those of its server.
  ///
  /// - Parameters:
  ///   - answer: the marks on the server.
  ///   - isApplied: whether they have what was sent last; nil if that is not known.
  ///   - saved: returns the posts that are saved for later here.
  ///   - change: gets what was saved elsewhere, or is saved no longer, while no other program changes the marks.
  /// - Returns: what to send next.
  func agree(
    with answer: PostMarks, isApplied: Bool?, of account: PersonID, saved: () -> NumberRanges,
    _ change: (PostMarks.Change) -> Void
  ) -> PostMarks.Change {
    queue.sync {
      writeWaiting()
      var next = PostMarks.Change()
      self.change(owner(account)) { contents in
        var shared = contents.shared ?? SharedMarks()
        var local = contents.local(saved: saved())
        let before = local
        next = shared.merge(answer, isApplied: isApplied, into: &local)
        change(before.change(to: local))
        contents.marks.agree(first: local.first, read: local.read, unread: local.unread)
        contents.shared = shared
      }
      return next
    }
  }

  /// The version of the server's marks that is known here; nil before it was asked.
  func sharedVersion(of account: PersonID) -> Int? {
    queue.sync { file(owner(account)).read()?.shared?.known.version }
  }

  /// Returns the number of marks that the server has not got; 0 before it was asked.
  func unsent(of account: PersonID, saved: NumberRanges) -> Int {
    queue.sync {
      let kept = file(owner(account)).read()
      return kept?.shared?.unsent(kept?.local(saved: saved) ?? PostMarks()) ?? 0
    }
  }

  /// The posts that were saved on other machines and that this one has not got yet.
  func missing(of account: PersonID) -> NumberRanges {
    queue.sync { file(owner(account)).read()?.shared?.missing ?? NumberRanges() }
  }

  /// Notes that this machine has the words of a post that was saved on another one.
  func received(_ post: Int, of account: PersonID) {
    queue.sync {
      change(owner(account)) { $0.shared?.received(post) }
    }
  }

  /// Notes that the user takes off a post that was saved for later, before its file does.
  package func takeOff(_ post: Int, of account: PersonID?) {
    queue.sync {
      // Of a place that keeps no marks, nothing is noted.
      guard file(owner(account)).read()?.shared != nil else { return }
      change(owner(account)) { $0.shared?.takeOff(post) }
    }
  }

  /// Writes all changes, and waits until they are on the disk.
  package func flush() { queue.sync { writeWaiting() } }

  private func writeWaiting() {
    let changes = waiting.withLock { waiting in
      defer { waiting = [:] }
      return waiting
    }
    for (owner, changes) in changes {
      write(owner) { marks in changes.forEach { marks.apply($0) } }
    }
  }

  /// Takes over what an earlier version kept, once.
  private func adoptFormer(of account: PersonID?) {
    guard let former else { return }
    let old = Self.owner(former, account)
    guard let kept = file(old).read() else { return }
    let new = owner(account)
    let none = Contents(owner: new, marks: ReadMarks(since: beginning))
    do {
      _ = try file(new).updated(from: none) { $0.marks.adopt(kept.marks) }
      try KeptFile.marks.file(of: old, in: state).remove()
    } catch {
      report("Which posts are read can't be kept: \(error.description).")
    }
  }

  private func firstContact(_ owner: String) -> ReadMarks {
    let new = Contents(owner: owner, marks: ReadMarks(since: beginning))
    // That it can't be written is said with the first mark.
    _ = try? file(owner).updated(from: new) { _ in }
    return new.marks
  }

  private func write(_ owner: String, _ change: (inout ReadMarks) -> Void) {
    self.change(owner) { change(&$0.marks) }
  }

  private func change(_ owner: String, _ change: (inout Contents) -> Void) {
    let none = Contents(owner: owner, marks: ReadMarks(since: beginning))
    file(owner).keep("Which posts are read", from: none, change)
  }

  /// The file of an account; if it is damaged, the marks begin again at its time, so that what came
  /// since is unread.
  private func file(_ owner: String) -> JSONFile<Contents> {
    var file = JSONFile<Contents>(
      file: KeptFile.marks.file(of: owner, in: state), maximumBytes: Self.maximumBytes,
      loss: { time in
        let day = WireDate.day(time, hasTime: true, in: LocalTime.ofUser())
        return "What came after \(day) is unread, the rest counts as read."
      },
      successor: { time in
        Contents(owner: owner, marks: ReadMarks(restartingAt: time.timeIntervalSince1970))
      }, isOwn: { $0.owner == owner }, report: report)
    file.remember(in: last) { [self] in isChangedElsewhere.withLock { $0 = true } }
    return file
  }

  /// Removes the marks of all accounts of a server.
  package static func removeAll(of server: SiteID, in state: URL) {
    KeptFile.marks.removeAll(of: server, in: state, maximumBytes: maximumBytes)
  }

  private func owner(_ account: PersonID?) -> String { Self.owner(server, account) }

  static func owner(_ server: SiteID, _ account: PersonID?) -> String {
    AccountID(account ?? .nobody, on: server).inFiles
  }
}
