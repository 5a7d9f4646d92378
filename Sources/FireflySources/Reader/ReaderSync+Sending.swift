import FireflyAPI
import FireflyCore

// Sends marks to the service.
extension ReaderSync {
  /// Time after the last mark until marks are sent, and how long the end of the program waits for that.
  static let (delay, patience) = (Duration.seconds(5), Duration.seconds(2))
  /// Requests that are refused in a row until the rest waits for the next time.
  private static let maximumRefusals = 10
  /// Seconds after which a mark that is refused alone is given up, also where the service takes no others.
  static let refusedSeconds = 3 * 86_400.0

  /// Sets or removes a mark of entries; it is sent soon.
  func mark(_ numbers: [Int], _ mark: ReaderMark, _ isOn: Bool) throws(APIError) {
    let ids = ids(of: numbers)
    guard !ids.isEmpty else { return }
    try change { $0[mark].change(ids, isOn, at: clock()) }
    let timer = Task { [weak self] in
      try? await Task.sleep(for: Self.delay)
      if !Task.isCancelled { await self?.send() }
    }
    state.withLock { state in
      state.timer?.cancel()
      state.timer = timer
    }
  }

  /// Sends the marks that wait for it; what fails waits for the next time.
  func send() async { _ = try? await sends.run(0) { [self] in await sendAll() } }

  /// Sends what is left, and waits for it a while.
  func settle() async {
    state.withLock { $0.timer?.cancel() }
    guard storage.current.unsent > 0 else { return }
    await withTaskGroup(of: Void.self) { group in
      group.addTask {
        await self.send()
        // What may be there is sent only after a look.
        if self.storage.current.isUncertain { _ = try? await self.look(unlessWithin: 0) }
      }
      group.addTask { try? await Task.sleep(for: Self.patience) }
      await group.next()
      group.cancelAll()
    }
  }

  private func sendAll() async -> Bool {
    var (hasArrived, refusals) = (false, 0)
    while !Task.isCancelled, refusals < Self.maximumRefusals {
      guard let batch = try? storage.change({ $0.nextBatch(at: clock()) }) else { return true }
      var (outcome, error) = await outcome(of: batch)
      if outcome.isRefusal, let change = batch.only,
        hasArrived || clock() - change.madeAt > Self.refusedSeconds
      {
        outcome = .givenUp
      }
      try? storage.change { $0.ended(batch, outcome, at: clock()) }
      switch outcome {
      case .arrived:
        (hasArrived, refusals) = (true, 0)
        state.withLock { $0.isRefused = false }
      case .refused, .failed: refusals += 1
      case .givenUp: giveUp(batch, error)
      case .notSent:
        if error == .status(401, message: nil) {
          let isNew = state.withLock { state in
            defer { state.isRefused = true }
            return !state.isRefused
          }
          if isNew { storage.refused() }
        }
        return false
      case .unknown: return false
      }
    }
    return false
  }

  private func outcome(of batch: ReaderBatch) async -> (ReaderBatch.Outcome, APIError?) {
    do throws(APIError) {
      try await api.send(batch)
      return (.arrived, nil)
    } catch {
      switch error {
      // It may be one of the entries.
      case .status(500, _), .status(501, _): return (.failed, error)
      case _ where error.mayHaveArrived: return (.unknown, error)
      case .status(401, _), .status(408, _), .status(429, _): return (.notSent, error)
      case .status(400..<500, _), .notOffered: return (.refused, error)
      default: return (.notSent, error)
      }
    }
  }

  /// Says that the service does not take a mark, which is as the service has it from now on.
  private func giveUp(_ batch: ReaderBatch, _ error: APIError?) {
    let titles = batch.ids.map { store.entry(number($0))?.entry.title.line ?? $0 }
    let state =
      switch (batch.mark, batch.isOn) {
      case (.unread, true): "read"
      case (.unread, false): "unread"
      case (.starred, true): "without a star"
      case (.starred, false): "starred"
      }
    storage.report(
      "“\(titles.joined(separator: "”, “"))” stays \(state) on \(api.web.name). "
        + (error?.sentence ?? ""))
    tell()
  }
}
