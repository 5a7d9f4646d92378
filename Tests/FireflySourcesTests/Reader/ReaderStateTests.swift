import Foundation
import SeededRandom
import Testing

@testable import FireflySources

/// Which marks win, are sent, and are sent again.
@Suite struct ReaderStateTests {
  private func looked(_ found: Set<String>, at time: Double = 1) -> ReaderState {
    var state = ReaderState()
    state.looked(found, since: time, at: time)
    return state
  }

  @Test func aMarkThatWasNotSentWinsOverTheService() {
    var state = looked(["1", "2"])
    state.change(["1"], false, at: 2)
    #expect(state.entries == ["2"] && state.unsent == 1)
    state.looked(["1", "2", "3"], since: 3, at: 3)
    #expect(state.entries == ["2", "3"] && state.ready(limit: 9).map(\.id) == ["1"])
    // What the service has needs not be sent.
    state.looked(["2"], since: 4, at: 4)
    #expect(state.entries == ["2"] && state.unsent == 0)
  }

  @Test func aMarkThatWasSentDoesNot() {
    var state = looked(["1"])
    state.change(["1"], false, at: 2)
    let batch = state.ready(limit: 9)
    state.tried(["1"], at: 3)
    state.ended(batch, .arrived, at: 4)
    #expect(state.entries.isEmpty && state.unsent == 0)
    // An answer that was under way may not know it yet.
    state.looked(["1"], since: 3.5, at: 5)
    #expect(state.entries.isEmpty)
    state.looked(["1"], since: 6, at: 6)
    #expect(state.entries == ["1"])
  }

  @Test func onlyTheLastMarkOfAnEntryIsSent() {
    var state = looked(["1", "2"])
    state.change(["1", "2"], false, at: 2)
    state.change(["1"], true, at: 3)
    #expect(state.ready(limit: 9).map(\.id) == ["2"] && state.entries == ["1"])
  }

  /// Some servers take a mark away that is set twice.
  @Test func whatMayHaveArrivedIsSentAgainOnlyAfterALook() {
    var state = looked(["1", "2"])
    state.change(["1", "2"], false, at: 2)
    let batch = state.ready(limit: 9)
    state.tried(["1", "2"], at: 3)
    state.ended(batch, .unknown, at: 4)
    #expect(state.ready(limit: 9).isEmpty && state.isUncertain && state.unsent == 2)
    #expect(state.entries.isEmpty)
    // Another look says that one has arrived.
    state.looked(["2"], since: 5, at: 5)
    #expect(state.ready(limit: 9).map(\.id) == ["2"] && !state.isUncertain)
  }

  @Test func aMarkMadeWhileAnotherIsSentIsSentNext() {
    var state = looked(["1"])
    state.change(["1"], false, at: 2)
    let batch = state.ready(limit: 9)
    state.tried(["1"], at: 3)
    state.change(["1"], true, at: 3.5)
    #expect(state.ready(limit: 9).isEmpty)
    state.ended(batch, .arrived, at: 4)
    #expect(state.ready(limit: 9).map(\.change.isOn) == [true] && state.entries == ["1"])
    // What became so again is not sent twice, unless another look says that it is not so any more.
    state.change(["1"], false, at: 5)
    #expect(state.ready(limit: 9).isEmpty && state.entries.isEmpty && state.isUncertain)
    state.looked(["1"], since: 6, at: 6)
    #expect(state.ready(limit: 9).map(\.id) == ["1"])
  }

  @Test func refusedMarksLetOthersPass() {
    var state = looked(["1", "2"])
    state.change(["1"], false, at: 2)
    let batch = state.ready(limit: 1)
    state.ended(batch, .refused, at: 3)
    state.change(["2"], false, at: 4)
    #expect(state.ready(limit: 1).map(\.id) == ["2"] && state.unsent == 2)
  }

  @Test func aClockThatWasAheadBlocksNothing() {
    var kept = KeptReader(owner: "ada")
    _ = kept.looked(unread: ["1"], starred: [], since: 9_000, at: 9_000)
    kept[.unread].change(["1"], false, at: 9_000)
    let (first, second) = (kept.nextBatch(at: 9_000), kept.nextBatch(at: 9_001))
    #expect(first != nil && second == nil)
    // The clock is set back: another program's claim and look don't count.
    let isTaken = kept.looked(unread: ["1", "2"], starred: [], since: 100, at: 101)
    let third = kept.nextBatch(at: 102)
    #expect(isTaken && kept.unread.entries == ["2"] && third?.ids == ["1"])
  }

  @Test func anOlderLookOfAnotherProgramIsLeftOut() {
    var kept = KeptReader(owner: "ada")
    let first = kept.looked(unread: ["1"], starred: ["7"], since: 5, at: 6)
    let second = kept.looked(unread: ["2"], starred: [], since: 4, at: 7)
    #expect(first && !second && kept.unread.entries == ["1"] && kept.starred.entries == ["7"])
  }

  /// Marks at random, by this program and another client, with lost answers and late ones: in the end all agree.
  @Test(arguments: 0..<60) func allAgreeInTheEnd(seed: Int) {
    var random = SplitMix(seed: UInt64(seed))
    var kept = KeptReader(owner: "ada")
    var service: Set<String> = Set((0..<20).map(String.init))
    /// What the user wants by the last mark here, unless another client has marked it since.
    var wanted: [String: Bool] = [:]
    var now = 1.0
    _ = kept.looked(unread: service, starred: [], since: now, at: now)
    /// A mark that is set twice is taken away, as on some servers.
    func arrive(_ batch: ReaderBatch) {
      for id in batch.ids {
        if batch.isOn {
          service.insert(id)
        } else if service.remove(id) == nil {
          service.insert(id)
        }
      }
    }
    func look() {
      let start = now
      now += 1
      _ = kept.looked(unread: service, starred: [], since: start, at: now)
    }
    for _ in 0..<200 {
      now += 1
      let id = "\(Int.random(in: 0..<20, using: &random))"
      switch Int.random(in: 0..<8, using: &random) {
      case 0...3:
        let isOn = Bool.random(using: &random)
        // As on the screen: what is so is not marked.
        guard kept.unread.entries.contains(id) != isOn else { continue }
        kept[.unread].change([id], isOn, at: now)
        wanted[id] = isOn
      case 4, 5:
        guard let batch = kept.nextBatch(at: now) else { continue }
        let fate = Int.random(in: 0..<4, using: &random)
        if fate < 3 { arrive(batch) }
        now += 1
        // Killed before the answer, lost, or refused on the way.
        if fate == 1 {
          kept.ended(batch, .unknown, at: now)
        } else if fate != 2 {
          kept.ended(batch, fate == 0 ? .arrived : .notSent, at: now)
        }
      case 6: now += 61
      default: look()
      }
    }
    for _ in 0..<50 {
      now += 61
      look()
      now += 1
      while let batch = kept.nextBatch(at: now) {
        arrive(batch)
        kept.ended(batch, .arrived, at: now)
        now += 1
      }
    }
    #expect(kept.unsent == 0 && kept.unread.entries == service)
    for (id, isOn) in wanted { #expect(service.contains(id) == isOn, "\(id) of \(seed)") }
  }
}
