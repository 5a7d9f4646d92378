import FireflyCore
import Foundation
import GRDB

extension SQLiteStore {
  /// Makes a new store ready: the local user with a profile and a first post, and the field guide.
  ///
  /// Happens exactly once, however many programs ask at the same time: it is decided and done in one
  /// transaction. Later calls read the local user back and do nothing else.
  /// - Parameter localUser: asked only if this is the first run.
  /// - Returns: the local user, new or read back.
  /// - Throws: `ImportError` for a damaged field guide, `StoreError.folder`, `.database`.
  public func prepareFirstRun(localUser: () -> LocalUser) throws -> LocalUser {
    try prepareFirstRun(localUser: localUser, guide: { try FieldGuide() })
  }

  func prepareFirstRun(
    localUser: () -> LocalUser, guide: () throws -> FieldGuide?
  ) throws -> LocalUser {
    if let known = try read(Self.localUser) { return known }
    return try write { db in
      if let known = try Self.localUser(db) { return known }
      let user = localUser()
      let now = Date()
      let id = try Self.ensureUser(user.email, name: user.name, invitedBy: nil, db)
      if let guide = try guide() {
        for picture in guide.pictures { try uploads.adopt(picture) }
        var importer = PostImporter(localUser: id, localName: user.name)
        _ = try importer.add(guide.document(begunAt: now), db)
      }
      try Self.welcome(user, id: id, at: now, db)
      try Self.remember(user, db)
      return user
    }
  }

  /// Adds the posts of a document as the local user's; a new store then has these and no others.
  ///
  /// Whoever brings posts to a new store, such as a backup, has something to read: neither this nor a
  /// later start adds the field guide, but its pictures come with posts that name them. A document
  /// without posts leaves a new store new.
  /// - Parameters:
  ///   - document: as for `importPosts(_:author:)`.
  ///   - localUser: asked only if the store is new.
  /// - Returns: the numbers of the posts that have no parent in the document, in its order, and a sentence for
  ///   each post that was too long and has become several.
  /// - Throws: `ImportError`, `StoreError.database`.
  public func importPosts(
    _ document: Data, localUser: () -> LocalUser
  ) throws -> (roots: [Int], splits: [String]) {
    let document = try ImportDocument(document)
    return try write { db in
      let known = try Self.localUser(db)
      let user = known ?? localUser()
      let id = try Self.ensureUser(user.email, name: user.name, invitedBy: nil, db)
      var importer = PostImporter(localUser: id, localName: user.name)
      let added = try importer.add(document, db)
      if known == nil, !added.isEmpty {
        try Self.remember(user, db)
        adoptGuidePictures(of: document)
      }
      return (added, importer.splits)
    }
  }

  /// An export names its pictures only; those of the guide are at hand for a new store.
  private func adoptGuidePictures(of document: ImportDocument) {
    guard let guide = try? FieldGuide() else { return }
    let named = Set(document.items.compactMap(\.post.imageURL))
    for picture in guide.pictures where named.contains("/uploads/\(picture.lastPathComponent)") {
      // A picture less is no reason to have no posts.
      try? uploads.adopt(picture)
    }
  }

  /// Ends the first run: from now on the store knows whose it is.
  private static func remember(_ user: LocalUser, _ db: Database) throws {
    try setSetting("local-name", user.name, db)
    try setSetting("local-email", user.email, db)
  }

  private static func localUser(_ db: Database) throws -> LocalUser? {
    guard let name = try setting("local-name", db), let email = try setting("local-email", db)
    else { return nil }
    return LocalUser(name: name, email: email)
  }

  /// The user's own corner: a profile, and below it a post, which the list has behind the guide's pages.
  private static func welcome(_ user: LocalUser, id: Int, at now: Date, _ db: Database) throws {
    let zone = TimeZone.current.identifier
    let profile = try insertRow(
      Post(
        id: 0, userID: id, parentID: -1, title: user.name,
        summary: "new here, with a lamp of my own",
        body: """
          This is your profile: what others see when they follow your name.
          """,
        createdAt: now, timezone: zone, template: .profile), db)
    _ = try insertRow(
      Post(
        id: 0, userID: id, parentID: profile, title: "my first light",
        summary: "a post of your own",
        body: """
          This post is yours, and so is the sign at its edge: **+** means that nothing is below it yet.

          Nobody else can see it: it lives on this computer only.
          """,
        createdAt: now.addingTimeInterval(-3_600), timezone: zone), db)
  }
}
