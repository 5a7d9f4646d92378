import FireflyCore
import GRDB

// The full-text index, and saved searches.
extension SQLiteSchema {
  /// Contentless, because the indexed text differs from the posts': see `SearchText.indexable`.
  ///
  /// Without an index of two-letter prefixes, a search for a prefix would read all words that begin
  /// with it.
  static let words = """
    CREATE VIRTUAL TABLE post_words USING fts5(
      title, summary, body, content='', tokenize='porter unicode61 remove_diacritics 2', prefix='2'
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

  /// The pictures that the texts of posts show, see `SQLSession.keepPictures`.
  static let postPictures = """
    CREATE TABLE post_pictures (
      post INTEGER NOT NULL,
      name TEXT NOT NULL,
      PRIMARY KEY (post, name)
    ) WITHOUT ROWID;
    CREATE INDEX post_pictures_by_name ON post_pictures (name, post);
    """

  /// Who has sent a picture, and until when it waits for a post that shows it; 0 if one has.
  ///
  /// An earlier release made it while it refreshed the texts of an older database.
  static let uploads = """
    CREATE TABLE IF NOT EXISTS uploads (
      name TEXT NOT NULL,
      user_id INTEGER NOT NULL,
      kept_until INTEGER NOT NULL,
      PRIMARY KEY (name, user_id)
    ) WITHOUT ROWID;
    CREATE INDEX IF NOT EXISTS uploads_waiting ON uploads (user_id, kept_until)
      WHERE kept_until > 0;
    """

  /// Rebuilds the full-text index, with words as `SearchForm` folds them, and finds the pictures in
  /// texts.
  static func refreshTexts(_ db: Database) throws {
    try db.execute(sql: "DROP TABLE post_words; \(words)")
    let session = SQLiteSession(db)
    try session.read(
      StoredPost.select + "WHERE p.template_name <> ?1", with: [Post.Template.deleted.name.sqlValue]
    ) { row in
      let post = Post(row)
      try session.index(post)
      try session.keepPictures(of: post)
      return true
    }
  }
}
