import GRDB

// The full-text index, and saved searches.
extension SQLiteSchema {
  /// Contentless, because the indexed text differs from the posts': see `SearchText.indexable`.
  static let words = """
    CREATE VIRTUAL TABLE post_words USING fts5(
      title, summary, body, content='', tokenize='porter unicode61 remove_diacritics 2'
    );
    """

  /// Saved searches search for the words of their summary only.
  ///
  /// Those of earlier field guides had a sentence there.
  static let queryTemplate = """
    UPDATE templates SET placeholder_title = 'Title', placeholder_summary = 'Words to search for',
      placeholder_body = 'Notes' WHERE name = 'query';
    UPDATE posts SET summary = title WHERE template_name = 'query' AND summary IN (
      'the number behind every card', 'how folks see in the dark without being seen',
      '蛍の句、蛍の話', 'pictures of fireflies, and how they were made',
      'anything about a glow-worm in, on or near a hedge',
      'rhythm, length and number of flashes, with the temperature');
    """

  /// Rebuilds the full-text index with an index of two-letter prefixes; without it, a search for a
  /// prefix reads all words that begin with it.
  static func indexPrefixes(_ db: Database) throws {
    try db.execute(
      sql: """
        DROP TABLE post_words;
        CREATE VIRTUAL TABLE post_words USING fts5(
          title, summary, body, content='', tokenize='porter unicode61 remove_diacritics 2',
          prefix='2'
        );
        """)
    let insert = try db.makeStatement(
      sql: "INSERT INTO post_words (rowid, title, summary, body) VALUES (?, ?, ?, ?)")
    let posts = try Row.fetchCursor(db, sql: "SELECT id, title, summary, body FROM posts")
    while let post = try posts.next() {
      try insert.execute(arguments: [
        post[0] as Int, SearchText.indexable(post[1]), SearchText.indexable(post[2]),
        SearchText.indexable(post[3]),
      ])
    }
  }
}
