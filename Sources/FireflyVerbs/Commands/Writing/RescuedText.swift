import Foundation

/// Text that can't be kept as a draft: it goes to a file for temporary files, or else to standard output.
enum RescuedText {
  /// Writes a text where it can be written.
  ///
  /// - Returns: a sentence that says where it is.
  static func save(_ text: String) -> String {
    let bytes = Array((text.hasSuffix("\n") ? text : text + "\n").utf8)
    if let path = file(holding: bytes) { return "It is in \(path)." }
    return VerbEnvironment.current.output.write(bytes) == nil
      ? "It is on standard output." : "It could not be written anywhere else."
  }

  /// Creates a file that only its owner can read, in $TMPDIR or /tmp.
  ///
  /// - Returns: its path; nil if it can't be written.
  private static func file(holding bytes: [UInt8]) -> String? {
    let folder = FileManager.default.temporaryDirectory
    let suffix = ".txt"
    var path = Array(folder.appendingPathComponent("firefly-XXXXXX\(suffix)").path.utf8CString)
    let file = mkstemps(&path, Int32(suffix.utf8.count))
    guard file >= 0 else { return nil }
    let isWritten = StandardStreams.write(bytes, to: file) == nil && fsync(file) == 0
    close(file)
    if !isWritten { unlink(path) }
    return isWritten
      ? String(decoding: path.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self) : nil
  }
}
