import FireflyPictures
import Foundation
import Synchronization
import Testing

@testable import FireflyRuntime

struct PictureQueueTests {
  /// Asks for queue one after the other; what comes of each is told to `hear`.
  private func ask(
    for addresses: [String], of queue: PictureQueue,
    _ hear: @escaping @Sendable (String, Bool) -> Void
  ) async {
    for address in addresses {
      Task { hear(address, await queue.waitForTurn(address)) }
      // Each asks after the one before.
      try? await Task.sleep(for: .milliseconds(5))
    }
  }

  private func waitUntil(_ isTrue: () -> Bool) async {
    for _ in 0..<1_000 where !isTrue() { try? await Task.sleep(for: .milliseconds(5)) }
  }

  @Test func whoWaitsTooLongIsGivenUpAndTheOthersComeInOrder() async {
    let queue = PictureQueue()
    for number in 0..<3 { #expect(await queue.waitForTurn("first \(number)")) }
    let heard = Mutex<[(address: String, hasTurn: Bool)]>([])
    await ask(for: (0..<30).map { "\($0)" }, of: queue) { address, hasTurn in
      heard.withLock { $0.append((address, hasTurn)) }
    }
    for number in 0..<24 {
      await queue.endTurn(number < 3 ? "first \(number)" : "\(number + 3)")
      await waitUntil { heard.withLock { $0.count } == 7 + number }
    }
    let outcomes = heard.withLock { $0 }
    #expect(outcomes.filter { !$0.hasTurn }.map(\.address) == (0..<6).map { "\($0)" })
    #expect(outcomes.filter(\.hasTurn).map(\.address) == (6..<30).map { "\($0)" })
  }

  @Test func whatIsInSightComesFirstAndIsNotGivenUp() async {
    let queue = PictureQueue()
    for number in 0..<3 { #expect(await queue.waitForTurn("first \(number)")) }
    queue.visibleChanged(to: ["2", "1", "elsewhere"])
    let heard = Mutex<[(address: String, hasTurn: Bool)]>([])
    await ask(for: (0..<26).map { "\($0)" }, of: queue) { address, hasTurn in
      heard.withLock { $0.append((address, hasTurn)) }
    }
    for number in 0..<3 {
      await queue.endTurn("first \(number)")
      await waitUntil { heard.withLock { $0.count } == 3 + number }
    }
    let outcomes = heard.withLock { $0 }
    #expect(outcomes.filter { !$0.hasTurn }.map(\.address) == ["0", "3"])
    #expect(outcomes.filter(\.hasTurn).map(\.address) == ["2", "1", "4"])
  }

  /// Decodes nothing, and notes when.
  private func decode(_ address: String, _ queue: PictureQueue, _ log: Log) -> Task<Void, Never> {
    Task {
      _ = await queue.decode(address) {
        log.add(address)
        usleep(2_000)
        return PicturePyramid(Log.pixel)
      }
    }
  }

  private final class Log: Sendable {
    static let pixel =
      Bitmap(size: PixelSize(width: 1, height: 1), bytes: [0, 0, 0, 255])
      ?? { preconditionFailure("four bytes are a pixel") }()
    private let addresses = Mutex<[String]>([])
    var all: [String] { addresses.withLock { $0 } }
    func add(_ address: String) { addresses.withLock { $0.append(address) } }
  }

  @Test func decodedInOrderOfTheListHoweverTheyArrive() async throws {
    let queue = PictureQueue(patience: .seconds(5))
    for address in ["a", "b", "c"] { #expect(await queue.waitForTurn(address)) }
    let log = Log()
    var tasks: [Task<Void, Never>] = []
    // The extra one, which has no turn, was there before all.
    for address in ["extra", "c", "b", "a"] {
      tasks.append(decode(address, queue, log))
      try await Task.sleep(for: .milliseconds(2))
    }
    for task in tasks { await task.value }
    #expect(log.all == ["a", "b", "c", "extra"])
  }

  /// Would never end if a loaded picture waited for one that does not arrive.
  @Test func loadedPicturesAreDecodedAlthoughOneDoesNotArrive() async throws {
    let queue = PictureQueue()
    for address in ["slow", "b", "c"] { #expect(await queue.waitForTurn(address)) }
    let log = Log()
    let tasks = [decode("c", queue, log), decode("b", queue, log)]
    for task in tasks { await task.value }
    #expect(Set(log.all) == ["b", "c"])
  }
}
