import FireflyTransfer
import Foundation

/// The documents of a file in JSON: the file itself, or each line of one with a document per line.
enum JSONDocuments {
  /// Returns the documents of a file.
  ///
  /// - Throws: `ImportError` if a line is no JSON, or there are too many.
  static func split(_ data: Data) throws(ImportError) -> [Data] {
    let lines = data.split(separator: 0x0A).filter { !$0.allSatisfy(isBlank) }
    // The first line of a document over several ones is none by itself.
    guard lines.count > 1, let first = lines.first, isWhole(first) else { return [data] }
    guard lines.count <= ImportDocument.maxPosts else {
      throw .tooManyPosts(limit: ImportDocument.maxPosts)
    }
    for (index, line) in lines.enumerated() where !isWhole(line) {
      throw .damaged(place: "line \(index + 1)", reason: "this is not JSON")
    }
    return lines
  }

  private static func isWhole(_ line: Data) -> Bool {
    guard let sign = line.first(where: { !isBlank($0) }), [0x7B, 0x5B].contains(sign) else {
      return false
    }
    return (try? JSONSerialization.jsonObject(with: line)) != nil
  }

  private static func isBlank(_ byte: UInt8) -> Bool {
    [0x09, 0x0A, 0x0D, 0x20].contains(byte)
  }
}

extension ImportFolder {
  /// Returns the format of the files of a service on the web; nil if there are none.
  package var formatOfWeb: ImportFormat? {
    let formats = files.lazy.filter { $0.bytes != nil }.prefix(100).compactMap { file in
      ImportFormat.recognised(file.bytes ?? Data(), name: file.path.last ?? "")
    }
    return formats.first(where: \.isOfTheWeb)
  }

  /// Converts the files of a service on the web.
  ///
  /// - Parameter isPrivate: whether to take posts of Mastodon that are not public.
  /// - Returns: the posts, and what was left out.
  package func converted(
    as format: ImportFormat, withPrivate isPrivate: Bool
  ) throws(ImportError) -> Conversion {
    var documents: [Data] = []
    var leftOut = Tally()
    for file in files {
      guard let bytes = file.bytes else {
        leftOut.addFile(file.path.joined(separator: "/"))
        continue
      }
      guard let found = try? JSONDocuments.split(bytes),
        found.allSatisfy({ (try? JSONSerialization.jsonObject(with: $0)) != nil })
      else {
        leftOut.add("damaged file", named: file.path.joined(separator: "/"))
        continue
      }
      // Titles and lists of other things may stand in files of their own.
      if let alone = try? format.convert(found, withPrivate: isPrivate),
        alone.document.count + alone.skipped == 0
      {
        leftOut.add(
          "file without posts", "files without posts", named: file.path.joined(separator: "/"))
      }
      documents += found
    }
    var conversion = try format.convert(documents, withPrivate: isPrivate)
    conversion.leftOut.add(leftOut)
    return conversion
  }
}
