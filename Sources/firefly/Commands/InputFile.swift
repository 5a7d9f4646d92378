import Foundation

/// The input of a command: a file, or standard input.
struct InputFile {
  /// The path as typed; `-` is standard input.
  let path: String

  /// The name for messages.
  var name: String { path == "-" ? "standard input" : path }

  /// Reads all bytes, up to one more than the limit, which is enough to refuse a larger file.
  func read(limit: Int) throws(Failure) -> Data {
    let named = RawArgument.path(of: path) ?? path
    let file = path == "-" ? STDIN_FILENO : open(named, O_RDONLY | O_CLOEXEC)
    guard file >= 0 else { throw failure(errno) }
    defer { if file != STDIN_FILENO { close(file) } }
    var data = Data()
    var chunk = [UInt8](repeating: 0, count: 1 << 18)
    while data.count <= limit {
      let count = Glibc.read(file, &chunk, min(chunk.count, limit + 1 - data.count))
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
