import FireflyCore
import Foundation

/// What became of the pictures that came with a document.
struct PictureImportResult {
  /// How many posts have one.
  var count = 0
  /// The rights to those that were stored, until posts have them.
  var claims: [PictureDraft.Claim] = []
  /// A sentence for each that was left out.
  var refused: [String] = []
}

extension Store {
  /// Stores the pictures that come with the posts of a document, each once, named by its content.
  func storePictures(of document: inout ImportDocument) async -> PictureImportResult {
    var kept = PictureImportResult()
    for index in document.items.indices {
      guard let picture = document.items[index].post.picture else { continue }
      document.items[index].post.picture = nil
      do throws(StoreError) {
        let draft = try await draft(of: picture)
        let name = try draft.contentName()
        let claim = try await addPicture(draft, as: name)
        kept.count += 1
        if let claim { kept.claims.append(claim) }
        document.items[index].post.imageURL = "/uploads/" + name
      } catch {
        kept.refused.append("\(document.items[index].place): \(error)")
      }
    }
    return kept
  }

  /// Stores a file under its own name, unless there is one of that name already.
  /// - Throws: `StoreError.invalidPicture`, `.folder`, `.unavailable`.
  func addPictureFile(_ file: URL) async throws(StoreError) {
    let name = file.lastPathComponent
    guard UploadsFolder.isPlain(name), UploadsFolder.contentType(of: name) != nil else {
      throw .invalidPicture
    }
    let claim = try await addPicture(draft(of: .file(file)), as: name)
    if let claim { await releaseClaims([claim], areUsed: true) }
  }

  private func draft(of picture: ImportedPicture) async throws(StoreError) -> PictureDraft {
    let draft = try await pictures.newDraft()
    try await BlockingThread.run { () throws(StoreError) in
      switch picture {
      case .bytes(let data):
        guard data.count <= UploadsFolder.maxBytes else { throw .invalidPicture }
        try draft.append(Array(data))
      case .file(let url): try draft.append(contentsOf: url)
      }
    }
    return draft
  }
}

extension PictureDraft {
  /// Adds the bytes of a file.
  /// - Throws: `StoreError.invalidPicture`, `.folder`.
  fileprivate func append(contentsOf url: URL) throws(StoreError) {
    let file = open(url.path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
    guard file >= 0 else { throw .folder(url.path, systemError: errno) }
    let handle = FileHandle(fileDescriptor: file, closeOnDealloc: true)
    var status = stat()
    guard fstat(file, &status) == 0, status.st_mode & S_IFMT == S_IFREG,
      status.st_size <= UploadsFolder.maxBytes
    else { throw .invalidPicture }
    while true {
      let data: Data?
      do {
        data = try handle.read(upToCount: Self.pieceBytes)
      } catch {
        throw .folder(url.path, reason: error.localizedDescription)
      }
      guard let data, !data.isEmpty else { return }
      try append(Array(data))
    }
  }
}
