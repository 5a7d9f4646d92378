import FireflyCore
import Synchronization
import Testing

@testable import FireflyStore

/// Single posts that are read together.
@Suite struct PostReadsTests {
  /// The numbers of each read; a read ends when it may.
  private final class Reads: Sendable {
    let ids = Mutex<[Set<Int>]>([])
    private let ends: AsyncStream<Void>
    private let end: AsyncStream<Void>.Continuation

    init() { (ends, end) = AsyncStream.makeStream() }

    func letOneEnd() { end.yield() }

    @Sendable func read(_ ids: Set<Int>) async throws(StoreError) -> [Int: Post] {
      self.ids.withLock { $0.append(ids) }
      for await _ in ends { break }
      if ids.contains(13) { throw .cancelled }
      let found = ids.filter { $0 < 100 }.map { ($0, Post(id: $0, title: "post \($0)")) }
      return Dictionary(uniqueKeysWithValues: found)
    }
  }

  private func ask(
    _ id: Int, _ posts: PostReads, _ reads: Reads
  ) -> Task<Result<String?, StoreError>, Never> {
    Task {
      do throws(StoreError) {
        return .success(try await posts.post(id, reads.read)?.title)
      } catch {
        return .failure(error)
      }
    }
  }

  @Test func thoseThatWaitAreReadTogetherAfterTheyAsked() async throws {
    let (posts, reads) = (PostReads(), Reads())
    let first = ask(1, posts, reads)
    while reads.ids.withLock(\.isEmpty) { await Task.yield() }
    let others = [ask(2, posts, reads), ask(1, posts, reads), ask(100, posts, reads)]
    while posts.count < 3 { await Task.yield() }
    reads.letOneEnd()
    #expect(await first.value == .success("post 1"))
    // Its read began before they asked.
    while reads.ids.withLock(\.count) < 2 { await Task.yield() }
    #expect(reads.ids.withLock(\.self) == [[1], [1, 2, 100]])
    // A caller that leaves takes nothing from the others.
    others[0].cancel()
    let unlucky = ask(13, posts, reads)
    while posts.count < 1 { await Task.yield() }
    reads.letOneEnd()
    #expect(await others[1].value == .success("post 1"))
    #expect(await others[2].value == .success(nil))
    // Only those of its own read share an error.
    reads.letOneEnd()
    #expect(await unlucky.value == .failure(.cancelled))
    let last = ask(3, posts, reads)
    reads.letOneEnd()
    #expect(await last.value == .success("post 3"))
  }
}
