import ArgumentParser
import FireflyImports
import FireflyServer
import Foundation

extension ImportFormat: ExpressibleByArgument {}

/// The input of `firefly import`: a file, a folder, or standard input.
struct ImportSource {
  /// The path as typed; `-` is standard input.
  let path: String
  /// The format that the user named; nil to detect it.
  let format: ImportFormat?
  /// Whether to include posts that are not public.
  let isPrivate: Bool

  /// The name for messages.
  var name: String { InputFile(path: path).name }

  /// Reads and converts the input.
  ///
  /// - Returns: its format, and the posts.
  /// - Throws: `Failure`, `ImportError`.
  func read() throws -> (ImportFormat, Conversion) {
    if isFolder { return try readFolder() }
    let data = try InputFile(path: path).read(limit: ImportDocument.maxBytes)
    guard data.count <= ImportDocument.maxBytes else {
      throw ImportError.tooLarge(limit: ImportDocument.maxBytes)
    }
    let fileName = path == "-" ? "standard input" : URL(fileURLWithPath: path).lastPathComponent
    let recognised = ImportFormat.recognised(data, name: path == "-" ? "" : fileName)
    guard let format = format ?? recognised else {
      let isEmpty = data.allSatisfy { $0 <= 0x20 }
      throw Failure(
        isEmpty
          ? "\(name): there is nothing in it."
          : "\(name): the format is unknown. Name it with --from, such as --from markdown.")
    }
    if isPrivate, format != .mastodon { throw Failure("--private is for posts of mastodon only.") }
    if let problem = format.problem { throw Failure(problem) }
    let conversion = try format.convert(
      data, name: fileName, identity: identity, withPrivate: isPrivate,
      folder: path == "-" ? nil : URL(fileURLWithPath: path).deletingLastPathComponent())
    if format != .json, conversion.document.count == 0, conversion.skipped == 0 {
      let guess = recognised.flatMap { $0 == format ? nil : " It looks like \($0.rawValue)." }
      throw Failure(
        "\(name): there are no posts of the format \(format.rawValue) in it.\(guess ?? "")")
    }
    return (format, conversion)
  }

  private func readFolder() throws -> (ImportFormat, Conversion) {
    let folder = URL(fileURLWithPath: path)
    switch format ?? (Maildir.isOne(folder) ? .mail : .markdown) {
    case .mail:
      guard Maildir.isOne(folder) else {
        throw Failure("\(name): this folder is not a Maildir: it has no folders cur and new.")
      }
      return (.mail, try Maildir.convert(folder))
    case .markdown:
      let content = try ImportFolder(markdown: folder)
      guard content.files.contains(where: { $0.bytes != nil }) else {
        throw Failure("\(name): there are no Markdown files in this folder.")
      }
      var conversion = try MarkdownFolder.convert(content.files, identity: identity)
      conversion.complaints = content.complaints + conversion.complaints
      return (.markdown, conversion)
    case let other:
      throw Failure("\(name): this is a folder; --from \(other.rawValue) needs a file.")
    }
  }

  /// The absolute path, which identifies the file; nil for standard input.
  private var identity: String? {
    path == "-" ? nil : URL(fileURLWithPath: path).resolvingSymlinksInPath().path
  }

  private var isFolder: Bool {
    var isFolder: ObjCBool = false
    return path != "-" && FileManager.default.fileExists(atPath: path, isDirectory: &isFolder)
      && isFolder.boolValue
  }
}
