import FireflyHTTP
import Foundation

/// When something was found for each query last, and when each user looked.
struct PlainDots {
  /// All queries that were ever made.
  var queries: Set<Int> = []
  private var moment = 0
  private var found: [Int: Int] = [:]
  private var viewed: [String: Int] = [:]

  mutating func matched(_ query: Int) {
    moment += 1
    found[query] = moment
  }

  mutating func view(_ query: Int, by email: String) {
    moment += 1
    viewed["\(query) \(email)"] = moment
  }

  /// Whether there is something new; nil where somebody has looked and nothing was ever found.
  func isNew(_ query: Int, to email: String) -> Bool? {
    guard let viewed = viewed["\(query) \(email)"] else { return found[query] != nil }
    return found[query].map { $0 > viewed }
  }
}

// Saved searches, and what is new.
extension PlainWorld {
  private static func words(_ post: Object) -> Set<Substring> {
    let texts = ["title", "summary", "body"].compactMap { post[$0] as? String }
    return Set(texts.joined(separator: " ").lowercased().split { !$0.isLetter && !$0.isNumber })
  }

  /// Looks for a post in all queries, and for a query in all posts.
  ///
  /// A new query is looked for as a post, too; a changed one isn't.
  func match(_ id: Int, isNew: Bool = true) {
    guard !dots.withLock({ $0.queries.isEmpty }),
      let post = list({ $0["id"] as? Int == id }).first
    else { return }
    let isQuery = post["template_name"] as? String == "query"
    if isQuery, !hits(of: id).isEmpty { dots.withLock { $0.matched(id) } }
    guard isNew || !isQuery else { return }
    let queries = list { query in
      query["template_name"] as? String == "query"
        && !Self.words(query).isDisjoint(with: Self.words(post))
    }
    dots.withLock { dots in
      for case let id as Int in queries.map({ $0["id"] }) { dots.matched(id) }
    }
  }

  /// What has a word of a query in it, newest first: the query itself, too.
  private func hits(of query: Int) -> [Object] {
    guard let wanted = list({ $0["id"] as? Int == query }).first.map(Self.words) else { return [] }
    return list { !Self.words($0).isDisjoint(with: wanted) }
  }

  func search(_ query: Int?, _ reader: String) -> HTTPResponse {
    guard let query else { return json(["error": "query_id must be a number"], 500) }
    dots.withLock { $0.view(query, by: reader) }
    let found = hits(of: query).map { ["id": $0["id"], "relevance_score": 0.5] }
    let data =
      (try? JSONSerialization.data(withJSONObject: found.map { $0.compactMapValues(\.self) }))
    return .json(Array(data ?? Data()))
  }

  /// Whether queries have new matches; those that aren't there are left out.
  private func matches(_ question: Object) -> Object {
    let email = question["user_email"] as? String ?? ""
    let queries = list { $0["template_name"] as? String == "query" }
    let known = Set(queries.compactMap { $0["id"] as? Int })
    return Dictionary(
      uniqueKeysWithValues: known.intersection(question["query_ids"] as? [Int] ?? [])
        .map { id -> (String, any Sendable) in
          ("\(id)", dots.withLock { $0.isNew(id, to: email) } ?? NSNull())
        })
  }

  func badges(_ question: Object) -> HTTPResponse {
    guard question["user_email"] is String else {
      return json(["error": "user_email is required"], 400)
    }
    return json(matches(question))
  }

  func poll(_ question: Object) -> HTTPResponse {
    func isNew(_ key: String, since name: String, where isWanted: (Object) -> Bool) -> Bool {
      guard let text = question[name] as? String,
        let since = try? Date(text, strategy: .iso8601)
      else { return false }
      return posts.withLock { posts in
        posts.contains { isWanted($0) && ($0[key] as? Date ?? .distantPast) > since }
      }
    }
    return json([
      "query_badges": matches(question),
      "has_new_posts": isNew("time", since: "last_viewed_posts") { post in
        post["template_name"] as? String == "post"
          && post["author_email"] as? String != question["user_email"] as? String
      },
      // One's own, too.
      "has_new_users": isNew("completed", since: "last_viewed_users") { _ in true },
    ])
  }
}
