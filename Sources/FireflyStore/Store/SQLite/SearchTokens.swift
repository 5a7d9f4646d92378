import GRDB

/// The tokenizer of SQLite's index, for other stores, which must find the same posts.
enum SearchTokens {
  /// An empty database, which gives access to the tokenizer.
  private static let database = Result { try DatabaseQueue() }

  /// Returns the tokens of each text that `SearchText` has made: in lower case, without accents and
  /// English endings.
  /// - Throws: `DatabaseError` if there is no memory.
  static func words(of texts: [String]) throws -> [[String]] {
    try database.get().read { db in
      let tokenizer = try db.makeTokenizer(.porter(wrapping: .unicode61(diacritics: .remove)))
      return try texts.map { try tokenizer.tokenize(document: $0).map(\.token) }
    }
  }
}
