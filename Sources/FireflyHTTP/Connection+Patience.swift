internal import NIOCore

// One alarm a connection, set anew only when it rings too early: a request costs no timer.
extension Connection {
  /// Looks after so many seconds whether the client does its part.
  ///
  /// - `atMost`: whether a time that is nearer stays.
  func look(within seconds: Double, atMost: Bool = false) {
    let time = NIODeadline.now() + .seconds(seconds)
    deadline = atMost ? min(deadline, time) : time
    if (alarm?.time ?? .distantFuture) > deadline { setAlarm() }
  }

  /// Looks no more as long as the client has all that there is for it; else again.
  func restIfTaken() {
    guard isRequestWhole, bufferedBytes == 0 else {
      return look(within: limits.progressSeconds / 2)
    }
    strikes = 0
    deadline = .distantFuture
    alarm?.task.cancel()
    alarm = nil
  }

  private func setAlarm() {
    guard let context else { return }
    alarm?.task.cancel()
    let task = context.eventLoop.assumeIsolated().scheduleTask(deadline: deadline) {
      self.alarm = nil
      if .now() < self.deadline { self.setAlarm() } else { self.timeIsOver() }
    }
    alarm = (task, deadline)
  }

  private func timeIsOver() {
    switch phase {
    case .idle, .closed: close()
    case .lingering(let end) where end < .now() || !hasMoved(): close()
    case .lingering: look(within: limits.progressSeconds / 2)
    // Nothing else stops what is done for a client that has gone.
    case .answering where isSilent && isReading && !hasBegunAnswer: close()
    case .answering:
      let waits = isWaitingForBody || bufferedBytes > 0
      strikes = hasMoved() || !waits ? 0 : strikes + 1
      if strikes >= 2 {
        // Who sends nothing may still read why it was not enough.
        guard isWaitingForBody, let feed else { return close() }
        isLast = true
        feed.end(.timedOut)
        strikes = 0
      }
      look(within: limits.progressSeconds / 2)
    }
  }

  /// Bytes a second that a stranger moves who keeps an answer waiting; nil for known users, for the
  /// first second, and where the server is what takes time.
  var strangersRate: Double? {
    let seconds = Double((NIODeadline.now() - begun).nanoseconds) / 1e9
    guard !isKnown, seconds > Self.firstSeconds else { return nil }
    switch phase {
    case .answering where isWaitingForBody || bufferedBytes > 0: break
    case .lingering: break
    case .answering, .idle, .closed: return nil
    }
    return Double((feed?.received ?? 0) + bytesWritten - bufferedBytes) / seconds
  }

  /// Seconds of a request in which its speed says little.
  private static let firstSeconds = 1.0

  private var isWaitingForBody: Bool {
    guard let feed else { return false }
    return !isRequestWhole && !feed.isFull
  }

  /// Bytes of the answer that the client hasn't taken.
  private var bufferedBytes: Int {
    (try? context?.channel.syncOptions?.getOption(.bufferedWritableBytes)) ?? 0
  }

  /// Whether enough has moved since the last time.
  private func hasMoved() -> Bool {
    let moved = bytesReceived + bytesWritten - bufferedBytes
    defer { bytesMoved = moved }
    return moved - bytesMoved >= limits.progressBytes
  }
}

extension TimeAmount {
  static func seconds(_ seconds: Double) -> TimeAmount { .nanoseconds(Int64(seconds * 1e9)) }
}
