import Glibc

/// Sleeps until an instant, whatever interrupts it.
func pause(until instant: SuspendingClock.Instant) {
  while true {
    let left = (instant - .now) / .microseconds(1)
    guard left > 0 else { return }
    usleep(UInt32(min(left.rounded(.up), 500_000)))
  }
}
