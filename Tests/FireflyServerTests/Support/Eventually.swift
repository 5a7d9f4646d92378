/// Whether a condition holds within a minute: other work may keep the machine busy.
func eventually(_ condition: () throws -> Bool) async throws -> Bool {
  for _ in 0..<12_000 {
    if try condition() { return true }
    try await Task.sleep(for: .milliseconds(5))
  }
  return false
}
