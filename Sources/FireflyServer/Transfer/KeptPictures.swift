import FireflyCore
import Foundation

/// What became of the pictures that came with a document.
struct KeptPictures {
  /// How many posts have one.
  var count = 0
  /// The uploads that are new.
  var names: [String] = []
  /// A sentence for each that was left out.
  var refused: [String] = []
}

extension ImportDocument {
  /// Makes uploads of the pictures that come with the posts, each once, named by its content.
  mutating func keepPictures(in uploads: UploadsFolder) -> KeptPictures {
    var kept = KeptPictures()
    replacePictures { item, picture in
      do {
        let (name, isNew) = try uploads.keep(picture)
        kept.count += 1
        if isNew { kept.names.append(name) }
        return "/uploads/" + name
      } catch {
        kept.refused.append("\(item.place): \(error)")
        return nil
      }
    }
    return kept
  }
}

extension UploadsFolder {
  /// Keeps a picture under a name that its content determines.
  /// - Throws: `StoreError.unusablePicture`, `.folder`.
  fileprivate func keep(_ picture: ImportedPicture) throws(StoreError) -> (String, isNew: Bool) {
    let bytes = try Self.bytes(of: picture)
    guard bytes.count <= Self.maxBytes,
      let format = PictureFormat.sniff(Array(bytes.prefix(PictureFormat.signatureLength)))
    else { throw .unusablePicture }
    // As many letters as other uploads have: what belongs to no post is swept with them.
    let hash = SHA256.hash(bytes).prefix(16).map { String(format: "%02x", $0) }.joined()
    let name = "\(hash).\(format.fileExtension)"
    return (name, try add(bytes, name: name))
  }

  private static func bytes(of picture: ImportedPicture) throws(StoreError) -> Data {
    switch picture {
    case .bytes(let data): return data
    case .file(let url):
      let file = open(url.path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
      guard file >= 0 else { throw .folder(url.path, systemError: errno) }
      let handle = FileHandle(fileDescriptor: file, closeOnDealloc: true)
      var status = stat()
      guard fstat(file, &status) == 0, status.st_mode & S_IFMT == S_IFREG,
        status.st_size <= maxBytes, let data = try? handle.read(upToCount: maxBytes + 1)
      else { throw .unusablePicture }
      return data
    }
  }
}
