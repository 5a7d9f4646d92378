import FireflyCore
import FireflyTransfer
import Foundation

extension Store {
  /// Fills new data: the owner with a profile and, unless the store begins empty, the field guide.
  ///
  /// It runs once, even if several programs start at the same time. Later calls only return the
  /// owner.
  /// - Parameters:
  ///   - isForEars: whether the field guide is for people who listen.
  ///   - localUser: called on the first run only.
  /// - Returns: the owner, and whether this call has added the field guide.
  /// - Throws: `ImportError` for a damaged field guide, `StoreError`.
  @discardableResult
  package func prepareFirstRun(
    isForEars: Bool = false, localUser: () -> LocalUser
  ) async throws -> (owner: LocalUser, hasNewGuide: Bool) {
    try await prepareFirstRun(
      isForEars: isForEars, localUser: localUser, guide: { try beginsEmpty ? nil : FieldGuide() })
  }

  func prepareFirstRun(
    isForEars: Bool = false, localUser: () -> LocalUser, guide: () throws -> FieldGuide?
  ) async throws -> (owner: LocalUser, hasNewGuide: Bool) {
    if let known = try await owner() { return (known, false) }
    let (user, now) = (localUser(), Date())
    var document = ImportDocument()
    let guide = try guide()
    if let guide {
      for picture in guide.pictures { try await addPictureFile(picture) }
      document = guide.document(begunAt: now, isForEars: isForEars)
    }
    document.appendProfile(of: user, at: now)
    if try await add(document, by: user, ownership: .firstRun) != nil {
      return (user, guide != nil)
    }
    // Another program was faster.
    return (try await owner() ?? user, false)
  }

  /// Imports a document as posts of the owner.
  ///
  /// New data gets no field guide then, except the pictures that the posts name. A document without
  /// posts leaves new data as it is.
  /// - Parameters:
  ///   - document: `{"posts":[Post…]}` with nested `children`, or one flat post per line with `id`
  ///     and `parent_id`. Only `title` is required. At most 256 MB and 500,000 posts.
  ///   - localUser: called only if the data is new.
  /// - Returns: what was added.
  /// - Throws: `ImportError`, `StoreError`.
  package func importPosts(
    _ document: Data, localUser: () -> LocalUser
  ) async throws -> ImportResult {
    try await importPosts(ImportDocument(document), localUser: localUser)
  }

  /// Imports a document with its pictures as posts of the owner.
  ///
  /// Invalid pictures are skipped and listed in the result.
  /// - Parameter localUser: called only if the data is new.
  /// - Returns: what was added.
  /// - Throws: `ImportError`, `StoreError`.
  package func importPosts(
    _ document: ImportDocument, localUser: () -> LocalUser
  ) async throws -> ImportResult {
    var document = document
    let author = try await owner() ?? localUser()
    if let place = document.place, !document.isNamed {
      // Before the transaction: a network disk may not answer.
      let places = try await importPlaces()
      if !places.contains(place) {
        document.gonePlaces = await BlockingPool.shared.run {
          places.filter { !FileManager.default.fileExists(atPath: $0) }
        }
      }
    }
    let kept = await storePictures(of: &document)
    do {
      var result = try await add(document, by: author, ownership: .ifNone) ?? ImportResult()
      await releaseClaims(kept.claims, areUsed: true)
      if result.hasNewOwner { await addGuidePictures(of: document) }
      result.pictures = kept.count
      result.refusedPictures = kept.refused
      return result
    } catch {
      await releaseClaims(kept.claims, areUsed: false)
      throw error
    }
  }

  /// Adds the pictures of the field guide that the posts name: exports don't contain pictures.
  private func addGuidePictures(of document: ImportDocument) async {
    guard let guide = try? FieldGuide() else { return }
    let named = Set(document.items.compactMap(\.imageURL))
    for picture in guide.pictures where named.contains("/uploads/\(picture.lastPathComponent)") {
      // A missing picture must not prevent the import.
      try? await addPictureFile(picture)
    }
  }
}

extension ImportDocument {
  /// Adds the user's profile, with nothing but the name: nobody gets words that they have not written.
  fileprivate mutating func appendProfile(of user: LocalUser, at now: Date) {
    var profile = ImportedPost(title: user.name)
    profile.parentID = -1
    (profile.createdAt, profile.timezone, profile.template) = (
      now, TimeZone.current.identifier, .profile
    )
    _ = append(profile)
  }
}
