import FireflyCore
import Glibc

/// A file that may be a picture.
package struct PictureFile: Hashable, Sendable {
  /// The path: any bytes but NUL.
  package let path: [UInt8]

  /// Creates a file from a path.
  package init(_ path: [UInt8]) { self.path = path }

  /// Creates a file from a path.
  package init(_ path: String) { self.path = Array(path.utf8) }

  /// Reads the file and prepares the picture for sending.
  ///
  /// This function blocks.
  package func prepare(
    _ preparer: PicturePreparer = PicturePreparer()
  ) throws(PictureRefusal) -> PreparedPicture {
    let bytes = try read(atMost: preparer.limits.bytes)
    do {
      return try preparer.prepare(bytes)
    } catch {
      throw .picture(error)
    }
  }

  /// Whether it begins like a picture.
  package var looksLikePicture: Bool {
    guard let start = try? read(upTo: PictureFormat.signatureLength) else { return false }
    return PictureFormat.sniff(start) != nil
  }

  /// Reads the whole file.
  ///
  /// - Parameter limit: maximum size in bytes; larger files are not read.
  /// - Returns: the bytes.
  private func read(atMost limit: Int) throws(PictureRefusal) -> [UInt8] {
    let bytes = try read(upTo: limit + 1)
    guard bytes.count <= limit else { throw .picture(.tooManyBytes(bytes.count)) }
    return bytes
  }

  /// Reads the first bytes.
  private func read(upTo limit: Int) throws(PictureRefusal) -> [UInt8] {
    // Opening a pipe must not block.
    let characters = (path + [0]).map { CChar(bitPattern: $0) }
    let file = open(characters, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard file >= 0 else { throw Self.refusal(errno) }
    defer { close(file) }
    var status = stat()
    guard fstat(file, &status) == 0 else { throw Self.refusal(errno) }
    switch status.st_mode & S_IFMT {
    case S_IFREG: break
    case S_IFDIR: throw .folder
    default: throw .noFile
    }
    var bytes: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: min(limit, 1 << 18))
    while bytes.count < limit {
      let count = Glibc.read(file, &chunk, min(chunk.count, limit - bytes.count))
      if count == 0 { break }
      if count > 0 {
        bytes += chunk[..<count]
      } else if errno != EINTR {
        throw Self.refusal(errno)
      }
    }
    return bytes
  }

  private static func refusal(_ number: Int32) -> PictureRefusal {
    switch number {
    case ENOENT, ENOTDIR: .missing
    case EISDIR: .folder
    // A socket, or a missing device.
    case ENXIO, ENODEV: .noFile
    default: .unreadable(reason: String(cString: strerror(number)).lowercased())
    }
  }
}
