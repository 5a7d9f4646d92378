import FireflyCore
import Synchronization

/// Reads single posts: those that are requested during a read wait for the next one, which reads
/// all of them.
///
/// A statement for many posts costs little more than one for a single post. No caller gets a post
/// that was read before it asked.
final class PostReads: Sendable {
  private struct Request: Sendable {
    let id: Int
    let answer: CheckedContinuation<Result<Post?, StoreError>, Never>
  }

  private struct State {
    var waiting: [Request] = []
    var isReading = false
  }

  private let state = Mutex(State())

  /// Number of callers that wait for the next read.
  var count: Int { state.withLock(\.waiting.count) }

  /// Reads a post; nil if there is none.
  ///
  /// - Parameters:
  ///   - id: the number of the post.
  ///   - read: reads posts by their numbers.
  func post(
    _ id: Int, _ read: @escaping @Sendable (Set<Int>) async throws(StoreError) -> [Int: Post]
  ) async throws(StoreError) -> Post? {
    try await withCheckedContinuation { answer in
      let isFirst = state.withLock { state in
        state.waiting.append(Request(id: id, answer: answer))
        defer { state.isReading = true }
        return !state.isReading
      }
      // A task of its own: callers may be cancelled or have to wait for their turn, the others wait on.
      if isFirst { Task.detached { await self.answerAll(read) } }
    }.get()
  }

  private func answerAll(
    _ read: @Sendable (Set<Int>) async throws(StoreError) -> [Int: Post]
  ) async {
    while let requests = takeWaiting() {
      do throws(StoreError) {
        let posts = try await read(Set(requests.map(\.id)))
        for request in requests { request.answer.resume(returning: .success(posts[request.id])) }
      } catch {
        for request in requests { request.answer.resume(returning: .failure(error)) }
      }
    }
  }

  private func takeWaiting() -> [Request]? {
    state.withLock { state in
      defer { state.waiting = [] }
      state.isReading = !state.waiting.isEmpty
      return state.isReading ? state.waiting : nil
    }
  }
}
