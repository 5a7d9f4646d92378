import Foundation
import Glibc

// Foundation's `availableData` and `readDataToEndOfFile` end this process if a signal interrupts them.
extension FileHandle {
  /// Reads what comes next; blocks until something is there.
  ///
  /// - Returns: the bytes; empty at the end, and where nothing can be read.
  package func nextData() -> Data {
    var bytes = [UInt8](repeating: 0, count: 64 << 10)
    while true {
      let count = Glibc.read(fileDescriptor, &bytes, bytes.count)
      if count < 0, errno == EINTR { continue }
      return Data(bytes.prefix(max(0, count)))
    }
  }

  /// Reads to the end; blocks until it is there.
  ///
  /// - Returns: the bytes.
  package func remainingData() -> Data {
    var data = Data()
    while true {
      let next = nextData()
      if next.isEmpty { return data }
      data += next
    }
  }
}
