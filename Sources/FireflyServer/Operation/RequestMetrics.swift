import FireflyAPI
import FireflyStore

/// Counts requests by endpoint and status, and measures the time until the response begins.
///
/// Recording a request takes four relaxed additions and no lock.
final class RequestMetrics: Sendable {
  /// The counts of one endpoint.
  fileprivate struct Row: Sendable {
    /// A counter for each of `statuses`; the last one for other statuses.
    let statuses = (0...RequestMetrics.statuses.count).map { _ in Counter() }
    /// A counter for each of `bounds`; the last one for slower requests.
    ///
    /// Not cumulative.
    let buckets = (0...RequestMetrics.bounds.count).map { _ in Counter() }
    let microseconds = Counter()
  }

  /// The statuses that this server sends.
  fileprivate static let statuses = [
    200, 304, 400, 401, 403, 404, 405, 408, 409, 412, 413, 414, 422, 429, 431, 500, 501, 503,
  ]
  /// Upper bounds of the buckets in microseconds.
  fileprivate static let bounds = [
    100, 250, 500, 1_000, 2_500, 5_000, 10_000, 25_000, 50_000, 100_000, 250_000, 1_000_000,
    2_500_000,
  ]

  /// The counts for each endpoint; the last ones for other requests.
  private let rows = (0...EndpointMatch.patterns.count).map { _ in Row() }

  /// Records a response.
  ///
  /// - Parameters:
  ///   - row: the index of the endpoint in `EndpointMatch.patterns`; nil if there is none.
  ///   - time: the time from the header of the request until the response begins.
  func record(_ row: Int?, status: Int, time: Duration = .zero) {
    let row = rows[row ?? rows.count - 1]
    let index = Self.statuses.firstIndex(of: status) ?? Self.statuses.count
    row.statuses[index].add()
    let (seconds, attoseconds) = time.components
    let microseconds = Int(seconds) * 1_000_000 + Int(attoseconds / 1_000_000_000_000)
    row.buckets[Self.bounds.firstIndex { microseconds <= $0 } ?? Self.bounds.count].add()
    row.microseconds.add(microseconds)
  }

  /// The counts of endpoints that were requested.
  var metrics: [Metric] {
    var (counts, times): ([Metric.Sample], [Metric.Sample]) = ([], [])
    for (number, row) in rows.enumerated() {
      let pattern = number < EndpointMatch.patterns.count ? EndpointMatch.patterns[number] : nil
      let (method, route) = (pattern?.method.rawValue ?? "", pattern?.path ?? "none")
      for (index, count) in row.statuses.enumerated() where count.value > 0 {
        let status = index < Self.statuses.count ? "\(Self.statuses[index])" : "other"
        counts.append(
          Metric.Sample(
            labels: ["method": method, "route": route, "status": status],
            value: Double(count.value)))
      }
      times += row.times(method, route)
    }
    return [
      Metric("http_requests_total", "Requests by call and status.", .counter, counts),
      Metric(
        "http_request_duration_seconds", "Time until the response begins, by call.", .histogram,
        times),
    ]
  }
}

extension RequestMetrics.Row {
  /// Returns the lines of a histogram; none without a request.
  fileprivate func times(_ method: String, _ route: String) -> [Metric.Sample] {
    var samples: [Metric.Sample] = []
    var sum = 0
    for (index, bucket) in buckets.enumerated() {
      sum += bucket.value
      let bounds = RequestMetrics.bounds
      let bound = index < bounds.count ? "\(Double(bounds[index]) / 1e6)" : "+Inf"
      samples.append(
        Metric.Sample(
          suffix: "_bucket", labels: ["method": method, "route": route, "le": bound],
          value: Double(sum)))
    }
    guard sum > 0 else { return [] }
    let labels: KeyValuePairs = ["method": method, "route": route]
    return samples + [
      Metric.Sample(
        suffix: "_sum", labels: labels, value: Double(microseconds.value) / 1e6),
      Metric.Sample(suffix: "_count", labels: labels, value: Double(sum)),
    ]
  }
}
