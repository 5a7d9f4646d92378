import Testing

@testable import FireflyRuntime

struct PictureTurnsTests {
  @Test func whoWaitsTooLongIsGivenUpAndTheOthersComeInOrder() async {
    let turns = PictureTurns()
    for _ in 0..<3 { #expect(await turns.take()) }
    let waiting = await withTaskGroup(of: (Int, Bool).self) { group in
      for number in 0..<30 {
        group.addTask { (number, await turns.take()) }
        // Each asks after the one before.
        try? await Task.sleep(for: .milliseconds(5))
      }
      for _ in 0..<24 { await turns.leave() }
      var outcomes: [Int: Bool] = [:]
      for await (number, hasTurn) in group { outcomes[number] = hasTurn }
      return outcomes
    }
    #expect(waiting.values.filter { $0 }.count == 24)
    #expect((6..<30).allSatisfy { waiting[$0] == true })
  }
}
