import FireflyAPI
import Foundation
import Synchronization

/// The pages of a list's feed, which go on from the time when a mail came to the archive.
///
/// A thread has other times: those that the authors' clocks had.
final class ArrivalTimes: Sendable {
  /// Pages that one list takes at most, and mails whose times are remembered.
  private static let (maxPages, maxTimes) = (4, 50_000)

  private let times = Mutex<[Int: Date]>([:])

  /// Loads pages until there are enough mails.
  ///
  /// - Parameters:
  ///   - last: the mail after which they continue; nil for the newest.
  ///   - limit: how many are enough.
  ///   - load: loads the mails that came until a time, such as `20250110083000`; nil for the newest.
  /// - Returns: the mails; none if the list is over.
  func nodes(
    after last: SourceNode?, limit: Int,
    _ load: (_ time: String?) async throws(APIError) -> [SourceNode]
  ) async throws(APIError) -> [SourceNode] {
    var nodes: [SourceNode] = []
    var last = last
    var time = last.flatMap { last in times.withLock { $0[last.id] } ?? last.createdAt }
    guard last == nil || time != nil else { return [] }
    for _ in 0..<Self.maxPages where nodes.count < limit {
      var page: [SourceNode]
      do throws(APIError) {
        page = try await load(time.map(Self.stamp))
      } catch {
        // The pages so far can be read.
        guard !nodes.isEmpty else { throw error }
        break
      }
      remember(page)
      // The page begins with those that came in the same second.
      let known = Set(nodes.map(\.id) + [last?.id].compactMap(\.self))
      let oldest = page.last?.createdAt
      if let place = page.lastIndex(where: { known.contains($0.id) }) {
        page.removeFirst(place + 1)
      }
      nodes += page
      last = page.last ?? last
      guard let oldest else { break }
      if page.isEmpty {
        // More came in that second than a page has, or it was the last page.
        guard let before = time, before >= oldest else { break }
        time = oldest.addingTimeInterval(-1)
      } else {
        time = oldest
      }
    }
    return nodes
  }

  private func remember(_ nodes: [SourceNode]) {
    times.withLock { times in
      if times.count > Self.maxTimes { times = [:] }
      for node in nodes { times[node.id] = node.createdAt }
    }
  }

  private static func stamp(_ date: Date) -> String {
    let digits = date.formatted(.iso8601).filter(\.isNumber)
    return String(digits.prefix(14))
  }
}
