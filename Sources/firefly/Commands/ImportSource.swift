import ArgumentParser
import FireflyImports
import FireflyServer
import Foundation

extension ImportFormat: ExpressibleByArgument {}

/// What `firefly import` reads: a file, a folder, or standard input, in some format.
struct ImportSource {
  /// As the user wrote it; `-` is standard input.
  let path: String
  /// As the user said it; nil if Firefly is to find out.
  let format: ImportFormat?

  /// The name that messages have.
  var name: String { InputFile(path: path).name }

  /// Reads it and makes posts of it.
  /// - Throws: `Failure`, `ImportError`.
  func read() throws -> Conversion {
    switch format ?? (isFolder ? .markdown : .json) {
    case .json:
      var conversion = Conversion()
      conversion.document = try ImportDocument(
        InputFile(path: path).read(limit: ImportDocument.maxBytes))
      return conversion
    case .markdown:
      guard isFolder else {
        return try MarkdownFolder.convert([
          ImportFile(
            path: [URL(fileURLWithPath: name).lastPathComponent],
            bytes: InputFile(path: path).read(limit: ImportDocument.maxBytes),
            url: URL(fileURLWithPath: path))
        ])
      }
      let files = try ImportFolder(markdown: URL(fileURLWithPath: path)).files
      guard files.contains(where: { $0.bytes != nil }) else {
        throw Failure("\(name): there are no Markdown files in this folder.")
      }
      return try MarkdownFolder.convert(files)
    }
  }

  private var isFolder: Bool {
    var isFolder: ObjCBool = false
    return path != "-" && FileManager.default.fileExists(atPath: path, isDirectory: &isFolder)
      && isFolder.boolValue
  }
}
