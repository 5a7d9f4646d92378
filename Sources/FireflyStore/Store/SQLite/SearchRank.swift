import GRDB
import GRDBSQLite

/// The function `relevance` of the full-text index: how well a post matches a search.
///
/// It is SQLite's bm25 without the weights of rare words: for these, bm25 reads all posts that have a
/// word, so a search would take longer with each post. Each match has all words, so they count
/// the same, as on PostgreSQL.
enum SearchRank {
  /// Adds the function to a connection.
  /// - Throws: `DatabaseError`.
  static func add(to db: Database) throws {
    let api = FTS5.api(db)
    let code = api.pointee.xCreateFunction(
      UnsafeMutablePointer(mutating: api), "relevance", nil,
      { functions, match, result, _, _ in
        guard let functions, let match else { return }
        sqlite3_result_double(result, SearchRank.score(functions.pointee, match))
      }, nil)
    guard code == SQLITE_OK else { throw DatabaseError(resultCode: ResultCode(rawValue: code)) }
  }

  /// The weights of a word in the title, summary and body.
  private static let weights = [4.0, 2.0, 1.0]

  /// Returns the score of the current match: higher is better; 0 if it can't be read.
  private static func score(_ functions: Fts5ExtensionApi, _ match: OpaquePointer) -> Double {
    var (posts, words): (Int64, Int64) = (0, 0)
    var (length, count): (Int32, Int32) = (0, 0)
    guard functions.xRowCount(match, &posts) == SQLITE_OK,
      functions.xColumnTotalSize(match, -1, &words) == SQLITE_OK,
      functions.xColumnSize(match, -1, &length) == SQLITE_OK,
      functions.xInstCount(match, &count) == SQLITE_OK
    else { return 0 }
    var frequencies = [Double](repeating: 0, count: Int(functions.xPhraseCount(match)))
    for index in 0..<count {
      var (phrase, column, position): (Int32, Int32, Int32) = (0, 0, 0)
      guard functions.xInst(match, index, &phrase, &column, &position) == SQLITE_OK else {
        return 0
      }
      frequencies[Int(phrase)] += weights[Int(column)]
    }
    let average = Double(max(words, 1)) / Double(max(posts, 1))
    let base = 1.2 * (0.25 + 0.75 * Double(length) / average)
    return frequencies.reduce(0) { $0 + $1 * 2.2 / ($1 + base) }
  }
}
