import Foundation

/// The input of a command: a file, or standard input.
package struct InputFile {
  /// The path as typed; `-` is standard input.
  let path: String
  /// The path for messages, if it is another one.
  var typed: String?

  /// Creates a value.
  package init(path: String, typed: String? = nil) { (self.path, self.typed) = (path, typed) }

  /// The name for messages.
  var name: String { typed ?? (path == "-" ? "standard input" : path) }

  /// Reads all bytes, up to one more than the limit, which is enough to refuse a larger file.
  package func read(limit: Int) throws(Failure) -> Data {
    let environment = VerbEnvironment.current
    let named = RawArgument.path(of: path) ?? environment.path(path)
    let file = path == "-" ? nil : open(named, O_RDONLY | O_CLOEXEC)
    if let file, file < 0 { throw failure(errno) }
    defer { file.map { _ = close($0) } }
    var data = Data()
    var chunk = [UInt8](repeating: 0, count: 1 << 18)
    while data.count <= limit {
      let room = min(chunk.count, limit + 1 - data.count)
      let count = chunk.withUnsafeMutableBytes { bytes in
        let buffer = UnsafeMutableRawBufferPointer(rebasing: bytes[..<room])
        return file.map { Glibc.read($0, buffer.baseAddress, room) }
          ?? environment.input.read(into: buffer)
      }
      if count == 0 { break }
      if count > 0 {
        data.append(contentsOf: chunk[..<count])
      } else if errno != EINTR {
        throw failure(errno)
      }
    }
    return data
  }

  private func failure(_ number: Int32) -> Failure {
    Failure("\(name) can't be read: \(StandardStreams.reason(number)).")
  }
}
