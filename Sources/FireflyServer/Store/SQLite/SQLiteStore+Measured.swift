extension SQLiteStore: MeasuredStore {
  var metrics: [Metric] {
    [Metric("searches_waiting", "Searches that wait for their turn.", .gauge, searchQueue.count)]
  }
}
