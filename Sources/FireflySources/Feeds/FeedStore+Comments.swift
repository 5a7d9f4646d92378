import FireflyAPI

extension FeedStore {
  func comments(at address: String, namedBy feed: String) async throws(APIError) -> FeedDocument {
    let now = clock()
    if let known = state.withLock({ $0.comments[address] }), now - known.time < Self.interval {
      return known.document
    }
    switch await client(try Self.server(of: feed)).feed(
      at: address, unless: nil, byteLimit: FeedDocument.maximumBytes)
    {
    case .page(let page, _, _):
      guard
        let document = FeedDocument(page.bytes, contentType: page.contentType, at: page.address)
      else { throw .notOffered("The comments could not be read.") }
      state.withLock { state in
        if state.comments.count > 50 { state.comments = [:] }
        state.comments[address] = (now, document)
      }
      return document
    case .unchanged: throw .unreadable(reason: "304 without a condition")
    case .failed(let error, _): throw error
    }
  }
}
