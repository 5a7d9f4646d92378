import FireflyCore
import FireflyTransfer
import Foundation

/// The result of storing the pictures of a document.
struct PictureImportResult {
  /// Number of stored pictures.
  var count = 0
  /// The claims on the stored pictures, until posts have them.
  var claims: [PictureDraft.Claim] = []
  /// A message for each picture that was skipped.
  var refused: [String] = []
}

extension Store {
  /// Stores the pictures of a document under names derived from their content, so that equal
  /// pictures are stored once.
  func storePictures(of document: inout ImportDocument) async -> PictureImportResult {
    var kept = PictureImportResult()
    // The same file may be in many posts.
    var known: [URL: String?] = [:]
    // A change copies the whole list, which others have too.
    let items = document.items
    let indices = items.indices.filter {
      items[$0].picture != nil || !items[$0].shownPictures.isEmpty
    }
    for index in indices {
      let place = document.items[index].place
      if let picture = document.items[index].picture {
        document.items[index].picture = nil
        let address = await store(picture, at: place, &known, &kept)
        document.items[index].imageURL = address ?? document.items[index].imageURL
        document.items[index].bringsPictures = address != nil
      }
      let shown = document.items[index].shownPictures
      if shown.isEmpty { continue }
      var addresses: [String?] = []
      for picture in shown {
        addresses.append(await store(picture.picture, at: place, &known, &kept))
      }
      document.items[index].place(pictures: addresses)
      if addresses.contains(where: { $0 != nil }) { document.items[index].bringsPictures = true }
    }
    return kept
  }

  /// Stores a picture.
  ///
  /// - Returns: its address; nil if it was refused.
  private func store(
    _ picture: ImportedPicture, at place: String, _ known: inout [URL: String?],
    _ kept: inout PictureImportResult
  ) async -> String? {
    let file: URL? = if case .file(let url) = picture { url } else { nil }
    if let file, let address = known[file] { return address }
    if let file, access(file.path, R_OK) != 0 {
      let reason = String(cString: strerror(errno))
      kept.refused.append("\(place): \(file.lastPathComponent) can't be read: \(reason).")
      known[file] = .some(nil)
      return nil
    }
    var address: String?
    do throws(StoreError) {
      let draft = try await draft(of: picture)
      // The name is that of the bytes as they came, so that the same picture is the same again.
      let name = try draft.contentName()
      try await BlockingPool.shared.run { () throws(StoreError) in try draft.removeMetadata() }
      let claim = try await addPicture(draft, as: name)
      kept.count += 1
      if let claim { kept.claims.append(claim) }
      address = BodyPicture.address(of: name)
    } catch {
      let name = file.map { "\($0.lastPathComponent): " } ?? ""
      kept.refused.append("\(place): \(name)\(error)")
    }
    if let file { known[file] = .some(address) }
    return address
  }

  /// Stores a file under its own name, unless a picture of this name exists.
  /// - Throws: `StoreError.invalidPicture`, `.folder`, `.unavailable`.
  func addPictureFile(_ file: URL) async throws(StoreError) {
    let name = file.lastPathComponent
    guard UploadsFolder.contentType(of: name) != nil else { throw .invalidPicture }
    let claim = try await addPicture(draft(of: .file(file)), as: name)
    if let claim { await releaseClaims([claim], areUsed: true) }
  }

  private func draft(of picture: ImportedPicture) async throws(StoreError) -> PictureDraft {
    let draft = try await pictures.newDraft()
    try await BlockingPool.shared.run { () throws(StoreError) in
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
  /// Appends the bytes of a file.
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
