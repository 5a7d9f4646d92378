import FireflyAPI
import FireflyApp
import FireflyCore
import FireflyModel
import Synchronization

/// Subscribes to server events, and delivers them in batches.
struct EventListener: Sendable {
  /// Minimum seconds between batches.
  private static let pause = 0.1
  /// Maximum events of a batch; of more, the oldest are dropped.
  private static let maximumEvents = 500

  let client: any PostsClient

  /// Subscribes to events after the given event ID; the last action is the end of the stream.
  ///
  /// The first action of a server with extensions is what it can do.
  func actions(after last: Int?) -> AsyncStream<Action> {
    AsyncStream { send in send(.badges(await listen(after: last, send))) }
  }

  /// Subscribes to events, and returns how the stream ended.
  private func listen(
    after last: Int?, _ send: @escaping @Sendable (Action) -> Void
  ) async -> BadgesAction {
    let (signals, signal) = AsyncStream<Void>.makeStream(bufferingPolicy: .bufferingNewest(1))
    let waiting = Mutex<[StreamedEvent]>([])
    let telling = Task {
      var isFirst = true
      for await _ in signals {
        if isFirst { send(.badges(.eventsOpened)) }
        isFirst = false
        let events = waiting.withLock { events in
          defer { events = [] }
          return events
        }
        guard let last = events.map(\.id).max() else { continue }
        send(.badges(.eventsArrived(events.map(\.event), last: last)))
        try? await Task.sleep(for: .seconds(Self.pause))
      }
    }
    defer { telling.cancel() }
    do throws(APIError) {
      let extensions = try await client.extensions()
      // Otherwise it is tried when the user wants to move a post.
      if extensions.contains(.move) {
        send(.moving(.abilitiesResponse(ServerAbilities(extensions, moves: true))))
      }
      if extensions.contains(.marks) { send(.readMarks(.sharingOffered)) }
      // Events are told to accounts only.
      guard extensions.contains(.events), client.site.account.hasUser else {
        return .eventsUnavailable
      }
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
