extension SQLiteStore: MeasuredStore {
  package var metrics: [Metric] {
    [
      Metric("searches_waiting", "Searches that wait to run.", .gauge, searchQueue.count),
      Metric("store_waiting", "Calls that wait for a connection.", .gauge, readers.count),
    ]
  }
}
