import FireflyCore
import FireflyPictures
import Foundation
import Testing

@testable import FireflyRuntime

struct PictureQueueTests {
  private typealias Outcome = (address: String, hasTurn: Bool)

  /// Asks the queue for turns, in this order: each task runs until its call to the queue, which handles calls
  /// in their order.
  private func ask(
    for addresses: [String], of queue: PictureQueue, _ outcomes: AsyncStream<Outcome>.Continuation
  ) {
    for address in addresses {
      Task.immediate { outcomes.yield((address, await queue.waitForTurn(address))) }
    }
  }

  @Test func pictureThatTakesTooLongIsSkipped() async {
    let queue = PictureQueue()
    for number in 0..<3 { #expect(await queue.waitForTurn("first \(number)")) }
    let (stream, outcomes) = AsyncStream<Outcome>.makeStream()
    var next = stream.makeAsyncIterator()
    ask(for: (0..<30).map { "\($0)" }, of: queue, outcomes)
    var dropped: Set<String> = []
    for _ in 0..<6 {
      let outcome = await next.next()
      #expect(outcome?.hasTurn == false)
      dropped.insert(outcome?.address ?? "")
    }
    #expect(dropped == Set((0..<6).map { "\($0)" }))
    for number in 0..<24 {
      await queue.endTurn(number < 3 ? "first \(number)" : "\(number + 3)")
      let outcome = await next.next()
      #expect(outcome?.hasTurn == true && outcome?.address == "\(number + 6)")
    }
  }

  @Test func visiblePicturesLoadFirst() async {
    let queue = PictureQueue()
    for number in 0..<3 { #expect(await queue.waitForTurn("first \(number)")) }
    queue.visibleChanged(to: ["2", "1", "elsewhere"])
    let (stream, outcomes) = AsyncStream<Outcome>.makeStream()
    var next = stream.makeAsyncIterator()
    ask(for: (0..<26).map { "\($0)" }, of: queue, outcomes)
    var dropped: Set<String> = []
    for _ in 0..<2 { await next.next().map { _ = dropped.insert($0.address) } }
    #expect(dropped == ["0", "3"])
    for (number, address) in ["2", "1", "4"].enumerated() {
      await queue.endTurn("first \(number)")
      let outcome = await next.next()
      #expect(outcome?.hasTurn == true && outcome?.address == address)
    }
  }

  /// The decoder is held by a picture without a turn until all others wait for it.
  @Test func decodedInOrderOfTheListHoweverTheyArrive() async {
    let pixel =
      Bitmap(size: PixelSize(width: 1, height: 1), bytes: [0, 0, 0, 255])
      ?? { preconditionFailure("four bytes are a pixel") }()
    let queue = PictureQueue()
    for address in ["a", "b", "c"] { #expect(await queue.waitForTurn(address)) }
    let (began, hold) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
    let (stream, decoded) = AsyncStream<String>.makeStream()
    let first = Task {
      await queue.decode("first") {
        began.signal()
        hold.wait()
        return PicturePyramid(pixel)
      }
    }
    await BlockingThread.run { began.wait() }
    let others = ["extra", "c", "b", "a"].map { address in
      Task.immediate {
        await queue.decode(address) {
          decoded.yield(address)
          return PicturePyramid(pixel)
        }
      }
    }
    // Calls are handled in their order: after this one, the others wait.
    await queue.endTurn("nobody")
    hold.signal()
    for task in [first] + others { _ = await task.value }
    decoded.finish()
    #expect(await stream.reduce(into: []) { $0.append($1) } == ["a", "b", "c", "extra"])
  }
}
