/// A measured quantity of a server, with its current values.
///
/// The names follow Prometheus: seconds, totals that only grow, one unit for each name.
package struct Metric: Sendable {
  /// How the values of a metric change.
  package enum Kind: String, Sendable {
    /// They only grow.
    case counter
    /// They grow and shrink.
    case gauge
    /// Counts of observations up to some bounds.
    case histogram
  }

  /// One line of a metric: a suffix of the name, labels and a value.
  package struct Sample: Sendable {
    /// `_bucket`, `_sum` or `_count` of a histogram.
    var suffix: String
    /// Labels; their values come from the program, never from a request.
    var labels: KeyValuePairs<String, String>
    var value: Double

    package init(
      suffix: String = "", labels: KeyValuePairs<String, String> = [:], value: Double
    ) {
      (self.suffix, self.labels, self.value) = (suffix, labels, value)
    }
  }

  let name: String
  let help: String
  let kind: Kind
  let samples: [Sample]

  /// Creates a metric with one value.
  ///
  /// - Parameters:
  ///   - name: the name, without the prefix `firefly_`.
  ///   - help: what it counts, as a sentence.
  ///   - kind: how it changes.
  package init(_ name: String, _ help: String, _ kind: Kind, _ value: Int) {
    self.init(name, help, kind, [Sample(value: Double(value))])
  }

  package init(_ name: String, _ help: String, _ kind: Kind, _ samples: [Sample]) {
    (self.name, self.help, self.kind, self.samples) = ("firefly_" + name, help, kind, samples)
  }
}

extension [Metric] {
  package static var contentType: String { "text/plain; version=0.0.4; charset=utf-8" }

  /// The metrics in Prometheus' text format.
  package var text: String { map(\.text).joined() }
}

extension Metric {
  fileprivate var text: String {
    var text = "# HELP \(name) \(help)\n# TYPE \(name) \(kind.rawValue)\n"
    for sample in samples {
      let labels = sample.labels.map { "\($0)=\"\($1)\"" }.joined(separator: ",")
      text += name + sample.suffix + (labels.isEmpty ? "" : "{\(labels)}") + " "
      text += (Int(exactly: sample.value).map(String.init) ?? "\(sample.value)") + "\n"
    }
    return text
  }
}

/// A store that reports metrics, such as its queues and connections.
package protocol MeasuredStore: Store {
  /// The current values.
  var metrics: [Metric] { get }
}
