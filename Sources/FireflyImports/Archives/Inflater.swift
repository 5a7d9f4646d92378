import CGzip
import FireflyTransfer
import Foundation

/// Unpacks compressed data piece by piece.
final class Inflater {
  private let library: firefly_gzip_functions
  /// zlib remembers where it is.
  private let stream = UnsafeMutablePointer<z_stream>.allocate(capacity: 1)
  private var buffer: [UInt8]
  private var isAtEnd = false

  /// Begins.
  ///
  /// - Parameters:
  ///   - window: the format, as zlib counts them: 16 + 15 is gzip, with the largest window.
  ///   - room: bytes of the pieces of the result.
  init(window: Int32 = 31, room: Int = 256 << 10) throws(ImportError) {
    guard let library = firefly_gzip()?.pointee else {
      stream.deallocate()
      throw .damaged(place: "document", reason: "zlib is missing, which unpacks .gz files")
    }
    stream.initialize(to: z_stream())
    let size = Int32(MemoryLayout<z_stream>.size)
    guard library.inflateInit2_(stream, window, "1", size) == Z_OK else {
      stream.deallocate()
      throw .damaged(place: "document", reason: "zlib can't be used")
    }
    self.library = library
    buffer = [UInt8](repeating: 0, count: room)
  }

  deinit {
    _ = library.inflateEnd(stream)
    stream.deallocate()
  }

  /// Unpacks the next piece.
  ///
  /// - Parameter take: takes a piece of the result.
  /// - Throws: `ImportError` if the data is damaged, and what `take` throws.
  func add(
    _ data: Data, _ take: (ArraySlice<UInt8>) throws(ImportError) -> Void
  ) throws(ImportError) {
    let failure: ImportError? = data.withUnsafeBytes { bytes -> ImportError? in
      do throws(ImportError) {
        try add(bytes, take)
        return nil
      } catch {
        return error
      }
    }
    if let failure { throw failure }
  }

  private func add(
    _ bytes: UnsafeRawBufferPointer, _ take: (ArraySlice<UInt8>) throws(ImportError) -> Void
  ) throws(ImportError) {
    guard let start = bytes.baseAddress else { return }
    stream.pointee.next_in = start.assumingMemoryBound(to: UInt8.self)
    stream.pointee.avail_in = UInt32(clamping: bytes.count)
    var isFull = false
    while stream.pointee.avail_in > 0 || isFull {
      // Several files may have been joined; zeros may fill a block behind the last one.
      if isAtEnd {
        let isNext = stream.pointee.next_in?.pointee == 0x1F
        guard isNext, library.inflateReset(stream) == Z_OK else { return }
      }
      let status = buffer.withUnsafeMutableBufferPointer { room in
        stream.pointee.next_out = room.baseAddress
        stream.pointee.avail_out = UInt32(room.count)
        return library.inflate(stream, Int32(Z_NO_FLUSH))
      }
      let count = buffer.count - Int(stream.pointee.avail_out)
      isAtEnd = status == Z_STREAM_END
      isFull = count == buffer.count && !isAtEnd
      try take(buffer[..<count])
      // Without more data there may have been nothing to do.
      guard isAtEnd || status == Z_OK || stream.pointee.avail_in == 0 else {
        throw .damaged(place: "document", reason: "it is not a gzip file")
      }
    }
  }

  /// Ends.
  ///
  /// - Throws: `ImportError` if the data ends too early.
  func end() throws(ImportError) {
    guard isAtEnd else {
      throw .damaged(place: "document", reason: "it ends in the middle")
    }
  }
}
