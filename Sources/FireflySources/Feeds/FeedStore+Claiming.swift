// Several programs that have the same feeds.
extension FeedStore {
  /// Keeps other programs from requesting a feed at the same time; returns whether its time has come.
  func claim(_ address: String, _ file: SourceStorage<KeptFeed>) -> Bool {
    setTime(of: address, in: file, to: clock() + Self.requestSeconds) { $0.wait(at: clock()) == 0 }
  }

  /// Sets when a feed may be requested the next time, if a condition holds; returns whether it does.
  @discardableResult
  func setTime(
    of address: String, in file: SourceStorage<KeptFeed>, to time: Double,
    if condition: (KeptFeed.Facts) -> Bool = { _ in true }
  ) -> Bool {
    var holds = true
    try? file.update { known in
      var kept = known ?? KeptFeed(address)
      holds = condition(kept.facts)
      // One that was never received is requested by each program, so that it is there at once.
      guard holds, kept.facts.receivedAt != nil else { return nil }
      kept.facts.nextAt = time
      return kept
    }
    return holds
  }
}
