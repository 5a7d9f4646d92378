import FireflyAPI
import FireflyApp
import FireflyCore
import Synchronization

/// Listens to the events of a server, in steps that the consumer can keep up with.
struct EventListener: Sendable {
  /// Seconds from one step to the next, where much happens.
  private static let pause = 0.1
  /// Events that wait for the next step, at most: of more, the oldest are lost.
  private static let maximumEvents = 500

  let client: PostsClient

  /// What happens, from the opening to the end.
  func actions(after last: Int?) -> AsyncStream<BadgesAction> {
    AsyncStream { stream in
      let task = Task {
        stream.yield(await listen(after: last) { stream.yield($0) })
        stream.finish()
      }
      stream.onTermination = { _ in task.cancel() }
    }
  }

  /// Listens, and gives back how it ended.
  private func listen(
    after last: Int?, _ tell: @escaping @Sendable (BadgesAction) -> Void
  ) async -> BadgesAction {
    let (signals, signal) = AsyncStream<Void>.makeStream(bufferingPolicy: .bufferingNewest(1))
    let waiting = Mutex<[StreamedEvent]>([])
    let telling = Task {
      var isFirst = true
      for await _ in signals {
        if isFirst { tell(.eventsOpened) }
        isFirst = false
        let events = waiting.withLock { events in
          defer { events = [] }
          return events
        }
        guard let last = events.map(\.id).max() else { continue }
        tell(.eventsArrived(events.map(\.event), last: last))
        try? await Task.sleep(for: .seconds(Self.pause))
      }
    }
    defer { telling.cancel() }
    do throws(APIError) {
      guard try await client.extensions().contains(.events) else { return .eventsUnavailable }
      try await client.events(last) { events in
        waiting.withLock { waiting in
          waiting = (waiting + events).suffix(Self.maximumEvents)
        }
        signal.yield()
      }
      return .eventsEnded(nil)
    } catch {
      return .eventsEnded(LoadFailure(error))
    }
  }
}
