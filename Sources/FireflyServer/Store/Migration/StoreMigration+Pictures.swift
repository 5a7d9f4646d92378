import FireflyCore
import Foundation

extension StoreMigration {
  /// Copies the pictures of all posts, and compares them; existing ones stay.
  func copyPictures(_ result: inout Result) async throws {
    for url in try await target.pictureURLs().sorted() {
      guard let name = UploadsFolder.name(inURL: url) else { continue }
      guard let file = try await source.pictures.picture(name) else {
        // A post may name a picture that is gone.
        if try await target.pictures.picture(name) == nil { result.missingPictures.append(name) }
        continue
      }
      let draft = try await target.pictures.newDraft()
      while let piece = try await file.next() {
        try await BlockingThread.run { () throws(StoreError) in try draft.append(piece) }
      }
      if try await digest(of: name) != draft.digest {
        let claim = try await target.addPicture(draft, as: name)
        guard try await digest(of: name) == draft.digest else {
          throw refusal(
            "its copy of the picture \(name) differs from the original. Run this again.")
        }
        if let claim { await target.releaseClaims([claim], areUsed: true) }
        try onStep?()
      }
      result.pictures += 1
    }
  }

  /// Returns the digest of a picture in the target; nil if there is none.
  private func digest(of name: String) async throws -> Data? {
    guard let file = try await target.pictures.picture(name) else { return nil }
    var hash = SHA256()
    while let piece = try await file.next() { hash.update(piece) }
    return hash.finish()
  }
}
