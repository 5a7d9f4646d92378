import FireflyImports
import Foundation

/// The input of a command: a file, or standard input.
struct InputFile {
  /// The path as typed; `-` is standard input.
  let path: String

  /// The name for messages.
  var name: String { path == "-" ? "standard input" : path }

  /// Reads all bytes, up to one more than the limit, which is enough to refuse a larger file.
  func read(limit: Int) throws(Failure) -> Data {
    let file = try opened()
    var data = Data()
    while data.count <= limit {
      let piece = try piece(of: file, limit + 1 - data.count)
      if piece.isEmpty { break }
      data += piece
    }
    return data
  }

  /// Opens it to be read in pieces, unpacked if gzip has compressed it.
  ///
  /// - Throws: `Failure` if it can't be read, `ImportError` if it can't be unpacked.
  func stream() throws -> ArchiveStream {
    let file = try opened()
    var start = try piece(of: file)
    while start.count == 1, case let next = try piece(of: file), !next.isEmpty { start += next }
    return try ArchiveStream(start) { try piece(of: file) }
  }

  private func opened() throws(Failure) -> FileHandle {
    if path == "-" { return .standardInput }
    let file = open(RawArgument.path(of: path) ?? path, O_RDONLY | O_CLOEXEC)
    guard file >= 0 else { throw failure(errno) }
    return FileHandle(fileDescriptor: file, closeOnDealloc: true)
  }

  /// Reads the next bytes; none at the end.
  private func piece(of file: FileHandle, _ limit: Int = .max) throws(Failure) -> Data {
    var data = Data(count: min(limit, 1 << 18))
    while true {
      let count = data.withUnsafeMutableBytes { room in
        Glibc.read(file.fileDescriptor, room.baseAddress, room.count)
      }
      if count >= 0 { return data.prefix(count) }
      if errno != EINTR { throw failure(errno) }
    }
  }

  private func failure(_ number: Int32) -> Failure {
    Failure("\(name) can't be read: \(StandardStreams.reason(number)).")
  }
}
