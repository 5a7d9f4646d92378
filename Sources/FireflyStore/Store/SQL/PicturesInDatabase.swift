import FireflyCore

/// Stores pictures in the database, in pieces.
struct PicturesInDatabase: SharedPictureStorage {
  let store: any SQLStore

  var location: String { store.location }
  var mark: String { "the database" }

  func picture(_ name: String) async throws(StoreError) -> PictureFile? {
    guard let type = UploadsFolder.contentType(of: name) else { return nil }
    let length: Int? = try await store.read { db in
      try db.value("SELECT sum(octet_length(bytes)) FROM picture_pieces WHERE name = ?1", name)
    }
    guard let length else { return nil }
    let reader = PieceReader(store: store, name: name)
    // A name always refers to the same bytes.
    return PictureFile(contentType: type, etag: "\"\(name)\"", length: length) {
      try await reader.next()
    }
  }

  func put(_ draft: PictureDraft, as name: String) async throws(StoreError) {
    try await store.write(within: SQLTime.picture) { db in
      // A concurrent upload of the same bytes waits here, and then finds the picture.
      if !db.dialect.hasOneWriter {
        try db.run("SELECT name FROM pictures WHERE name = ?1\(db.dialect.forUpdate)", name)
      }
      guard try !db.isTrue("SELECT EXISTS (SELECT 1 FROM picture_pieces WHERE name = ?1)", name)
      else { return }
      var number = 0
      while true {
        let bytes = try draft.read(at: number * PictureDraft.pieceBytes)
        if bytes.isEmpty { return }
        try db.run(
          """
          INSERT INTO picture_pieces (name, number, bytes) VALUES (?1, ?2, ?3)
          ON CONFLICT (name, number) DO NOTHING
          """, name, number, bytes)
        number += 1
      }
    }
  }

  // The rows go with the picture's.
  func delete(_ name: String) {}
}

/// Reads the pieces in order.
private actor PieceReader {
  private let store: any SQLStore
  private let name: String
  private var number = 0

  init(store: any SQLStore, name: String) {
    (self.store, self.name) = (store, name)
  }

  func next() async throws -> [UInt8]? {
    let piece: [UInt8]? = try await store.read { [name, number] db in
      try db.value(
        "SELECT bytes FROM picture_pieces WHERE name = ?1 AND number = ?2", name, number)
    }
    number += 1
    return piece
  }
}
