import Foundation

/// A PNG as far as a server looks at it: the header of one grey pixel, and data that begins as deflated data does.
package enum SmallPicture {
  /// The bytes before the first chunk.
  private static let signature = Data([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A])

  /// Returns a picture.
  ///
  /// - Parameter data: what follows the two bytes with which its pixels begin.
  package static func png(with data: Data) -> Data {
    png([header(width: 1, height: 1), chunk("IDAT", Data([0x78, 0x01]) + data)])
  }

  /// Returns a picture of some chunks, with its end.
  package static func png(_ chunks: [Data]) -> Data {
    signature + chunks.reduce(Data(), +) + chunk("IEND", Data())
  }

  /// Returns the first chunk of a PNG.
  package static func header(width: Int, height: Int, depth: UInt8 = 8, colours: UInt8 = 0) -> Data
  {
    chunk("IHDR", number(width) + number(height) + [depth, colours, 0, 0, 0])
  }

  /// Returns a chunk; its checksum is 0, at which no server looks.
  package static func chunk(_ name: String, _ data: Data) -> Data {
    number(data.count) + Data(name.utf8) + data + Data(count: 4)
  }

  private static func number(_ number: Int) -> Data {
    withUnsafeBytes(of: UInt32(number).bigEndian) { Data($0) }
  }
}
