import FireflyAPI

extension [SourceNode] {
  /// Loads pages until there are enough posts; those before an error can be read.
  ///
  /// - Parameters:
  ///   - limit: how many posts are enough.
  ///   - pages: how many pages to load at most.
  ///   - load: loads the next page, of so many posts that are missing; nil at the end of the list.
  /// - Throws: `APIError` if there is no page before it.
  init(
    enough limit: Int, atMost pages: Int,
    _ load: (_ missing: Int) async throws(APIError) -> [SourceNode]?
  ) async throws(APIError) {
    self = []
    for _ in 0..<pages where count < limit {
      do throws(APIError) {
        guard let page = try await load(limit - count) else { return }
        self += page
      } catch {
        guard !isEmpty else { throw error }
        return
      }
    }
  }
}
