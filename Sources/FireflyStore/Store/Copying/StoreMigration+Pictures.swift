import FireflyCore
import Foundation

extension StoreMigration {
  /// A picture that the target has.
  struct CopiedPicture: Sendable {
    var name: String
    var bytes: Int
  }

  /// Copies the pictures of all posts, and compares them; existing ones stay.
  func copyPictures(_ result: inout Result) async throws -> [CopiedPicture] {
    var copied: [CopiedPicture] = []
    for url in try await target.pictureURLs().sorted() {
      guard let name = UploadsFolder.name(inURL: url) else { continue }
      guard let file = try await source.pictures.picture(name) else {
        // A post may name a picture that is gone.
        if try await target.pictures.picture(name) == nil { result.missingPictures.append(name) }
        continue
      }
      let draft = try await target.pictures.newDraft()
      while let piece = try await file.next() {
        try await BlockingPool.shared.run { () throws(StoreError) in try draft.append(piece) }
      }
      if try await digest(of: name) != draft.digest {
        // Without a claim: no server removes pictures until everything is copied.
        try await target.sharedPictures.put(draft, as: name)
        guard try await digest(of: name) == draft.digest else {
          throw refusal(
            "its copy of the picture \(name) differs from the original. Run this again.")
        }
        try onStep?()
      }
      copied.append(CopiedPicture(name: name, bytes: draft.byteCount))
    }
    result.pictures = copied.count
    return copied
  }

  /// Inserts the rows of pictures that have none in the folder, and removes pieces that an
  /// interrupted run left in the database.
  func finishPictures(_ copied: [CopiedPicture], _ db: any SQLSession) throws {
    // Their user is nobody, so they don't count against a quota.
    for picture in copied {
      try db.run(
        """
        INSERT INTO pictures (name, user_id, bytes) VALUES (?1, 0, ?2)
        ON CONFLICT (name) DO NOTHING
        """, picture.name, picture.bytes)
    }
    try db.run(
      "DELETE FROM picture_pieces WHERE ?1 OR name NOT IN (SELECT name FROM pictures)",
      !(target.sharedPictures is PicturesInDatabase))
  }

  /// Returns the digest of a picture in the target; nil if there is none.
  private func digest(of name: String) async throws -> Data? {
    guard let file = try await target.pictures.picture(name) else { return nil }
    var hash = SHA256()
    while let piece = try await file.next() { hash.update(piece) }
    return hash.finish()
  }
}
