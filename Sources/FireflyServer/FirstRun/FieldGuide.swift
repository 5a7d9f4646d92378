import Foundation

/// The posts of new data: `FieldGuide/field-guide.json` with its pictures.
struct FieldGuide {
  let document: ImportDocument
  let pictures: [URL]

  /// Reads the guide of the package; nil if its resources are missing, because the program was
  /// moved without them.
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

  /// Returns the guide with its first branch dated now, so that the tour is at the top of the list.
  func document(begunAt now: Date) -> ImportDocument {
    var document = document
    document.dateFirstBranch(now)
    return document
  }

  /// The folder of the resources: beside the program, or where `make install` puts them.
  ///
  /// `Bundle.module` would terminate the program if it found none.
  private static var folder: URL? {
    let program = Bundle.main.bundleURL
    let bundle = "firefly_FireflyServer.resources"
    return [program, program.appendingPathComponent("../share/firefly-program")]
      .map { $0.appendingPathComponent(bundle).appendingPathComponent("FieldGuide") }
      .first { FileManager.default.fileExists(atPath: $0.path) }
  }
}
