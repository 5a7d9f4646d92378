import FireflyAPI
import FireflyCore
import Foundation
import Synchronization

/// Keeps the read marks and the posts for later of an account in step with its server: the extension `marks`.
///
/// It changes the files of both as another program would.
package final class MarksSync: Sendable {
  /// Time after the last mark until marks are sent, and how long the end of the program waits for that.
  private static let (delay, patience) = (Duration.seconds(5), Duration.seconds(2))
  /// Seconds until marks are sent again that could not be sent, at first and at most.
  private static let (pause, maximumPause) = (30, 900)
  /// Maximum number of changes that a look sends, and of saved posts that it loads.
  private static let (maximumRequests, maximumPosts) = (100, PostMarks.maximumSaved)

  private let client: any PostsClient
  private let marks: ReadMarkStore
  private let later: LaterFile
  private let account: PersonID
  private let laterChanged: @Sendable ([Post]) -> Void
  private let refused: @Sendable () -> Void
  private let state = Mutex(State())

  private struct State {
    /// Whether the server has the extension; nil while unknown.
    var isOffered: Bool?
    /// Whether something was marked that was not sent.
    var isWaiting = false
    /// How often in a row marks could not be sent.
    var failures = 0
    /// Whether the server refuses the account's sign-in, which was said.
    var isRefused = false
    /// Sends it after a while.
    var timer: Task<Void, Never>?
    /// The look that is under way.
    var look: Task<Void, Never>?
    /// Saved posts that the server does not give.
    var gone: Set<Post.ID> = []
  }

  /// Creates a value; nothing is asked yet.
  ///
  /// - Parameters:
  ///   - client: the calls of the server.
  ///   - marks: the file of the marks.
  ///   - later: the file of the posts for later.
  ///   - account: whose marks.
  ///   - laterChanged: gets the posts for later when others were saved or taken away elsewhere; on any thread.
  ///   - refused: called when the server refuses the account's sign-in, once; on any thread.
  package init(
    client: any PostsClient, marks: ReadMarkStore, later: LaterFile, account: PersonID,
    laterChanged: @escaping @Sendable ([Post]) -> Void = { _ in },
    refused: @escaping @Sendable () -> Void = {}
  ) {
    (self.client, self.marks, self.later) = (client, marks, later)
    (self.account, self.laterChanged, self.refused) = (account, laterChanged, refused)
  }

  /// Asks the server for the marks, and sends what it has not got; without an answer, the next look does.
  ///
  /// - Parameter version: the marks are known to have this version; nil if it is not known.
  package func agree(on version: Int? = nil) async {
    // A look that is under way may have asked too early.
    await state.withLock(\.look)?.value
    if let version {
      let known = await BlockingThread.run { [self] in marks.sharedVersion(of: account) }
      if let known, known >= version { return }
    }
    let look = state.withLock { state in
      let look = state.look ?? Task { await self.look() }
      state.look = look
      return look
    }
    await look.value
  }

  /// Learns that something was marked here; it is sent soon.
  package func changed() {
    state.withLock { state in
      guard state.isOffered != false else { return }
      state.isWaiting = true
      state.failures = 0
      send(after: Self.delay, &state)
    }
  }

  private func send(after delay: Duration, _ state: inout State) {
    state.timer?.cancel()
    state.timer = Task { [weak self] in
      try? await Task.sleep(for: delay)
      if !Task.isCancelled { await self?.agree() }
    }
  }

  /// Sends what was marked, and waits for it a while; what is left goes at the next start.
  package func settle() async {
    let isWaiting = state.withLock { state in
      state.timer?.cancel()
      return state.isWaiting
    }
    if isWaiting { await agreeSoon() }
  }

  /// Sends what was marked, waiting a while; returns how many marks the server has not got, if it keeps any.
  package func send() async -> Int {
    await agreeSoon()
    return await BlockingThread.run { [self] in
      marks.unsent(of: account, saved: NumberRanges(later.posts.map(\.id)))
    }
  }

  private func agreeSoon() async {
    await withTaskGroup(of: Void.self) { group in
      group.addTask { await self.agree() }
      group.addTask { try? await Task.sleep(for: Self.patience) }
      await group.next()
      state.withLock(\.look)?.cancel()
      group.cancelAll()
    }
  }

  private func look() async {
    defer { state.withLock { $0.look = nil } }
    // What is marked from now on may not be sent by this look.
    let isSending = state.withLock { state in
      defer { state.isWaiting = false }
      return state.isWaiting
    }
    do throws(APIError) {
      if state.withLock(\.isOffered) != true {
        let isOffered = try await client.has(.marks)
        state.withLock { $0.isOffered = isOffered }
        guard isOffered else { return }
      }
      var (answer, isApplied): (PostMarks, Bool?) = (try await client.marks(), nil)
      let known = await BlockingThread.run { [self] in marks.sharedVersion(of: account) }
      // Another program may have sent marks since the server answered.
      if let known, answer.version < known { answer = try await client.marks() }
      for _ in 0..<Self.maximumRequests {
        let next = await merge(answer, isApplied)
        guard !next.isEmpty else { break }
        let response = try await client.changeMarks(next, from: answer.version)
        (answer, isApplied) = (response.marks, response.isApplied == true)
      }
      await loadSaved()
      state.withLock { ($0.isRefused, $0.failures) = (false, 0) }
    } catch {
      failed(error, isSending)
    }
  }

  /// Tries again after a while what was to be sent; what was only asked for comes with the next look.
  private func failed(_ error: APIError, _ isSending: Bool) {
    var isRefused = false
    if case .status(401, _) = error { isRefused = true }
    let isNew = state.withLock { state in
      let isNew = isRefused && !state.isRefused
      state.isRefused = state.isRefused || isRefused
      state.isWaiting = state.isWaiting || isSending
      if state.isWaiting, !isRefused, error != .cancelled {
        send(
          after: .seconds(min(Self.maximumPause, Self.pause << min(state.failures, 5))), &state)
        state.failures += 1
      }
      return isNew
    }
    if isNew { refused() }
  }

  private func merge(_ answer: PostMarks, _ isApplied: Bool?) async -> PostMarks.Change {
    await BlockingThread.run { [self] in
      var isChanged = false
      let next = marks.agree(
        with: answer, isApplied: isApplied, of: account,
        saved: { NumberRanges(later.posts.map(\.id)) },
        { change in
          for id in change.unsaved.ranges.joined() {
            isChanged = (try? later.remove(id)) != nil || isChanged
          }
        })
      if isChanged { laterChanged(later.posts) }
      return next
    }
  }

  /// Loads the posts that were saved on other machines.
  private func loadSaved() async {
    let missing = await BlockingThread.run { [self] in marks.missing(of: account) }
    let gone = state.withLock(\.gone)
    var isChanged = false
    for id in missing.ranges.joined().lazy.filter({ !gone.contains($0) }).prefix(Self.maximumPosts)
    {
      do throws(APIError) {
        let post = try await client.post(id, false)
        guard post.template != .deleted else { throw .status(404, message: nil) }
        let page = (try? await client.page(id)) ?? nil
        await BlockingThread.run { [self] in
          guard (try? later.add(post, address: page)) != nil else { return }
          marks.received(id, of: account)
        }
        isChanged = true
      } catch .status(404, _) {
        // It may be restored until the next start.
        state.withLock { _ = $0.gone.insert(id) }
      } catch {
        break
      }
    }
    if isChanged { laterChanged(await BlockingThread.run { [later] in later.posts }) }
  }
}
