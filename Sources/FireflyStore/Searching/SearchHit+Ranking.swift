import FireflyCore

extension SearchHit {
  /// Returns the hits of a search, newest first, with scores relative to the best.
  ///
  /// - Parameter matches: the posts with their scores and times, best first.
  static func ranked(_ matches: [(id: Int, score: Double, time: Int64)]) -> [SearchHit] {
    let best = matches.first?.score ?? 0
    return matches.sorted { ($0.time, $0.id) > ($1.time, $1.id) }.map { match in
      // With very few posts, all scores may be 0: then all hits are equally good.
      let relevance = best > 0 ? max(0, match.score / best) : 1
      return SearchHit(id: match.id, relevance: (relevance * 1000).rounded() / 1000)
    }
  }
}
