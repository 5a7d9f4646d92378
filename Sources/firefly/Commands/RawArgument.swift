import Foundation

/// The arguments of the program as bytes: the name of a file may be in an older character set.
enum RawArgument {
  /// Opens the file or folder that an argument names, until the program ends.
  ///
  /// - Parameter argument: the argument with repaired characters.
  /// - Returns: a path that leads to it; nil if the argument is UTF-8, or there is no such file.
  static func path(of argument: String) -> String? {
    let words = (1..<max(1, Int(CommandLine.argc))).compactMap { CommandLine.unsafeArgv[$0] }
    for word in words {
      let bytes = UnsafeBufferPointer(start: word, count: strlen(word)).map(UInt8.init(bitPattern:))
      guard String(validating: bytes, as: UTF8.self) == nil,
        String(decoding: bytes, as: UTF8.self) == argument
      else { continue }
      let file = open(word, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
      if file >= 0 { return "/proc/self/fd/\(file)" }
    }
    return nil
  }
}
