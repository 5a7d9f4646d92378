import FireflyStore
import Logging
import Synchronization

/// Logs an outage of something that requests need when it begins and when it ends, not for every
/// request that fails.
final class OutageLog: Sendable {
  private struct Outage {
    let start: ContinuousClock.Instant
    var lastFailure: ContinuousClock.Instant
    var failures = 1
  }

  /// How long nothing must fail before a success ends the outage.
  static let quietTime = Duration.seconds(3)

  private let subject: String
  private let logger: Logger
  private let outage = Mutex<Outage?>(nil)
  private let success = Mutex<ContinuousClock.Instant?>(nil)

  /// When a request succeeded last; nil for never.
  var lastSuccess: ContinuousClock.Instant? { success.withLock(\.self) }

  /// Creates a log without an outage.
  ///
  /// - Parameters:
  ///   - subject: what fails, as the beginning of a sentence.
  ///   - logger: gets the end of each outage.
  init(_ subject: String, _ logger: Logger) {
    self.subject = subject
    self.logger = logger
  }

  /// Counts a request that failed.
  /// - Returns: whether an outage begins, so that the caller has to log the reason.
  func fails(at now: ContinuousClock.Instant = .now) -> Bool {
    outage.withLock { outage in
      guard outage != nil else {
        outage = Outage(start: now, lastFailure: now)
        return true
      }
      outage?.lastFailure = now
      outage?.failures += 1
      return false
    }
  }

  /// Records that a request succeeded, which may end an outage.
  func works(at now: ContinuousClock.Instant = .now) {
    success.withLock { $0 = now }
    let ended: Outage? = outage.withLock { outage in
      guard let current = outage, current.lastFailure + Self.quietTime < now else { return nil }
      outage = nil
      return current
    }
    guard let ended else { return }
    let seconds = (ended.lastFailure - ended.start).components.seconds
    logger.notice(
      "\(subject) works again. Requests that failed within \(seconds + 1) s: \(ended.failures)")
  }
}
