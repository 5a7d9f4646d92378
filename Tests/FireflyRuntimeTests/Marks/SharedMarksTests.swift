import FireflyAPI
import FireflyCore
import Foundation
import SeededRandom
import Testing

@testable import FireflyClient

/// Marks of several machines, which one server keeps.
@Suite struct SharedMarksTests {
  /// What the server has, with requests that arrive late or twice.
  private struct Server {
    var marks = PostMarks()
    var late: [MarksRequest] = []

    mutating func answer(_ request: MarksRequest) -> MarksResponse {
      guard request.version == marks.version else {
        return MarksResponse(marks, isApplied: false)
      }
      marks.apply(request.change)
      marks.version += 1
      return MarksResponse(marks, isApplied: true)
    }
  }

  private struct Machine {
    var local = PostMarks()
    var shared = SharedMarks()

    mutating func mark(_ number: Int, _ kind: Int) {
      var change = PostMarks.Change()
      let set = [\PostMarks.Change.read, \.unread, \.saved, \.unsaved][kind]
      change[keyPath: set] = NumberRanges([number])
      local.apply(change)
      if kind == 3 { shared.takeOff(number) }
    }

    /// As the program does it; a kill ends it anywhere.
    mutating func look(
      _ server: inout Server, faults: Bool, _ random: inout SplitMix,
      between: (inout Machine) -> Void
    ) throws {
      var (answer, isApplied): (PostMarks, Bool?) = (server.marks, nil)
      for _ in 0..<20 {
        between(&self)
        let next = shared.merge(answer, isApplied: isApplied, into: &local)
        // Some words of saved posts come later.
        for post in shared.missing.ranges.joined() {
          if Int.random(in: 0..<3, using: &random) == 0, faults {
            local.saved.subtract(NumberRanges([post]))
          } else {
            shared.received(post)
          }
        }
        // The file is read again.
        shared = try JSONDecoder().decode(SharedMarks.self, from: JSONEncoder().encode(shared))
        guard !next.isEmpty else { return }
        between(&self)
        let request = MarksRequest(next, to: answer.version)
        switch faults ? Int.random(in: 0..<8, using: &random) : 7 {
        case 0: return
        case 1:
          _ = server.answer(request)
          return
        case 2:
          server.late.append(request)
          return
        case 3: server.late.append(request)
        default: break
        }
        let response = server.answer(request)
        (answer, isApplied) = (response.marks, response.isApplied)
      }
    }
  }

  /// Each post is marked by one machine only, so that its last mark is the one that has to be everywhere.
  @Test func machinesAgreeAndLoseNothing() throws {
    for seed in 0..<400 {
      var random = SplitMix(seed: UInt64(seed))
      var server = Server()
      var machines = Array(repeating: Machine(), count: 3)
      var (isRead, isSaved): ([Int: Bool], [Int: Bool]) = ([:], [:])
      func markSomething(on index: Int, _ machine: inout Machine) {
        let number = 3 * Int.random(in: 0..<12, using: &random) + index
        let kind = Int.random(in: 0..<4, using: &random)
        machine.mark(number, kind)
        if kind < 2 { isRead[number] = kind == 0 } else { isSaved[number] = kind == 2 }
      }
      for _ in 0..<60 {
        let index = Int.random(in: 0..<3, using: &random)
        markSomething(on: index, &machines[index])
        // A list that is lost takes nothing off.
        if Int.random(in: 0..<10, using: &random) == 0 {
          try machines[index].look(&server, faults: false, &random) { _ in }
          machines[index].local.saved = NumberRanges()
        }
        if Int.random(in: 0..<3, using: &random) == 0 {
          var dice = random
          try machines[index].look(&server, faults: true, &dice) { machine in
            if Int.random(in: 0..<3, using: &random) == 0 { markSomething(on: index, &machine) }
          }
          random = dice
        }
        if !server.late.isEmpty, Int.random(in: 0..<4, using: &random) == 0 {
          _ = server.answer(server.late.removeFirst())
        }
      }
      for _ in 0..<2 {
        for index in machines.indices {
          try machines[index].look(&server, faults: false, &random) { _ in }
        }
      }
      for request in server.late { #expect(server.answer(request).isApplied == false) }
      for machine in machines {
        #expect(machine.local == server.marks, "seed \(seed)")
        #expect(machine.shared.tried == nil && machine.shared.missing.isEmpty)
      }
      let wrong = isRead.filter {
        !($0.value ? server.marks.read : server.marks.unread).contains($0.key)
      }
      let lost =
        Array(wrong.keys) + isSaved.filter { server.marks.saved.contains($0.key) != $0.value }.keys
      #expect(lost.isEmpty, "seed \(seed): \(lost)")
    }
  }

  /// A server that was restored from a backup gets what it has lost, and so does an account that begins again.
  @Test(arguments: [true, false]) func aRestoredServerGetsWhatIsMissing(isEmpty: Bool) throws {
    var (server, laptop, desk, random) = (Server(), Machine(), Machine(), SplitMix(seed: 2))
    laptop.local.first = 5
    laptop.mark(7, 0)
    try laptop.look(&server, faults: false, &random) { _ in }
    let backup = isEmpty ? PostMarks() : server.marks
    for number in 8..<20 {
      laptop.mark(number, number % 3)
      try laptop.look(&server, faults: false, &random) { _ in }
    }
    try desk.look(&server, faults: false, &random) { _ in }
    let before = server.marks
    server.marks = backup
    for _ in 0..<2 {
      try laptop.look(&server, faults: false, &random) { _ in }
      try desk.look(&server, faults: false, &random) { _ in }
    }
    #expect(laptop.local == server.marks && desk.local == server.marks)
    #expect(server.marks.first == 5 && server.marks.saved == before.saved)
    #expect(server.marks.read == before.read && server.marks.unread == before.unread)
  }

  /// A further machine of an account begins where the others are, not where it began itself.
  @Test func aNewMachineTakesOverTheMarks() {
    var (server, random) = (Server(), SplitMix(seed: 1))
    var laptop = Machine()
    laptop.local.first = 50
    laptop.mark(60, 0)
    #expect(throws: Never.self) {
      try laptop.look(&server, faults: false, &random) { _ in }
    }
    #expect(server.marks.first == 50)
    var desk = Machine()
    desk.local.first = 100
    desk.mark(20, 1)
    #expect(throws: Never.self) { try desk.look(&server, faults: false, &random) { _ in } }
    #expect(desk.local == server.marks && server.marks.first == 50)
    #expect(server.marks.read == NumberRanges([60]) && server.marks.unread == NumberRanges([20]))
  }
}
