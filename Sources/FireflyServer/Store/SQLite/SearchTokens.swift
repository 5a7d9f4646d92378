import GRDB

/// The words of texts as SQLite's index has them: for stores that have to find the same.
enum SearchTokens {
  /// Nothing is stored in it.
  private static let database = Result { try DatabaseQueue() }

  /// The words of a text, in lower case, without accents and English endings.
  /// - Throws: `DatabaseError` if there is no memory.
  static func words(of texts: [String]) throws -> [[String]] {
    try database.get().read { db in
      let tokenizer = try db.makeTokenizer(.porter(wrapping: .unicode61(diacritics: .remove)))
      return try texts.map { text in
        try tokenizer.tokenize(document: SearchText.indexable(text)).map(\.token)
      }
    }
  }
}
