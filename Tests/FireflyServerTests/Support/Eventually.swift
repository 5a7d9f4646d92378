/// Whether a condition holds within five seconds: pictures that were refused are removed in the background.
func eventually(_ condition: () throws -> Bool) async throws -> Bool {
  for _ in 0..<1_000 {
    if try condition() { return true }
    try await Task.sleep(for: .milliseconds(5))
  }
  return false
}
