import Foundation

/// The tree that a new server begins with: `FieldGuide/field-guide.json` with its pictures.
struct FieldGuide {
  let document: ImportDocument
  let pictures: [URL]

  /// Reads the guide of the package; nil if it isn't there, for then the program was moved without it.
  /// - Throws: `ImportError` if it is damaged.
  init?() throws {
    guard let folder = Self.folder else { return nil }
    try self.init(folder: folder)
  }

  /// Reads the guide in a folder; nil if there is none.
  /// - Throws: `ImportError` if it is damaged.
  init?(folder: URL) throws {
    let file = folder.appendingPathComponent("field-guide.json")
    guard let json = try? Data(contentsOf: file) else { return nil }
    document = try ImportDocument(json)
    pictures =
      (try? FileManager.default.contentsOfDirectory(
        at: folder.appendingPathComponent("pictures"), includingPropertiesForKeys: nil)) ?? []
  }

  /// The guide with new dates for its first branch, so that the tour is on top of the list, in reading order.
  func document(begunAt now: Date) -> ImportDocument {
    var document = document
    document.dateFirstBranch(now)
    return document
  }

  /// Where the package's resources are: beside the program, or where `make install` puts them.
  ///
  /// Not `Bundle.module`: that ends the program if it finds nothing.
  private static var folder: URL? {
    let program = Bundle.main.bundleURL
    let bundle = "firefly_FireflyServer.resources"
    return [program, program.appendingPathComponent("../share/firefly")]
      .map { $0.appendingPathComponent(bundle).appendingPathComponent("FieldGuide") }
      .first { FileManager.default.fileExists(atPath: $0.path) }
  }
}
