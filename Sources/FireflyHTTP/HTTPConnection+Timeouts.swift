internal import NIOCore

// Each connection has one timer, which is rescheduled only if it fires too early: a request needs
// no timer.
extension HTTPConnection {
  /// Checks after some seconds whether the client makes progress.
  ///
  /// - Parameters:
  ///   - seconds: the time until the check.
  ///   - atMost: whether to keep an earlier check.
  func scheduleCheck(within seconds: Double, atMost: Bool = false) {
    let time = NIODeadline.now() + .seconds(seconds)
    deadline = atMost ? min(deadline, time) : time
    if (alarm?.time ?? .distantFuture) > deadline { setAlarm() }
  }

  /// Stops the checks if the client has received everything; otherwise continues them.
  func stopChecksIfReceived() {
    guard isRequestWhole, bufferedBytes == 0 else {
      return scheduleCheck(within: limits.progressSeconds / 2)
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
      if .now() < self.deadline { self.setAlarm() } else { self.checkProgress() }
    }
    alarm = (task, deadline)
  }

  private func checkProgress() {
    switch phase {
    case .idle, .closed: close()
    case .lingering(let end) where end < .now() || !hasMoved(): close()
    case .lingering: scheduleCheck(within: limits.progressSeconds / 2)
    // Nothing else would stop the work for a client that has gone.
    case .answering where isSilent && isReading && !hasBegunAnswer: close()
    case .answering:
      let waits = isWaitingForBody || bufferedBytes > 0
      strikes = hasMoved() || !waits ? 0 : strikes + 1
      if strikes >= 2 {
        // A client that stops sending may still read the response.
        guard isWaitingForBody, let feed else { return close() }
        isLast = true
        feed.end(.timedOut)
        strikes = 0
      }
      scheduleCheck(within: limits.progressSeconds / 2)
    }
  }

  /// Average speed in bytes per second of a client that delays its response itself.
  ///
  /// Nil at first, and while the server is the slow side.
  var slowness: Double? {
    let seconds = Double((NIODeadline.now() - begun).nanoseconds) / 1e9
    guard seconds > limits.slowSeconds else { return nil }
    switch phase {
    case .answering where isWaitingForBody || bufferedBytes > 0: break
    case .lingering: break
    case .answering, .idle, .closed: return nil
    }
    return Double((feed?.received ?? 0) + bytesWritten - bufferedBytes) / seconds
  }

  private var isWaitingForBody: Bool {
    guard let feed else { return false }
    return !isRequestWhole && !feed.isFull
  }

  /// Number of bytes of the response that the client hasn't received.
  private var bufferedBytes: Int {
    (try? context?.channel.syncOptions?.getOption(.bufferedWritableBytes)) ?? 0
  }

  /// Whether enough bytes have moved since the last check.
  private func hasMoved() -> Bool {
    let moved = bytesReceived + bytesWritten - bufferedBytes
    defer { bytesMoved = moved }
    return moved - bytesMoved
      >= (isWaitingForBody ? limits.bodyProgressBytes : limits.progressBytes)
  }
}

extension TimeAmount {
  static func seconds(_ seconds: Double) -> TimeAmount { .nanoseconds(Int64(seconds * 1e9)) }
}
