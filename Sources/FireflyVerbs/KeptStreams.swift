import Foundation
import Synchronization

/// Standard input of a verb, from memory: like a file.
package final class KeptInput: VerbInput {
  private let rest: Mutex<ArraySlice<UInt8>>

  /// Creates an input.
  package init(_ bytes: [UInt8] = []) { rest = Mutex(bytes[...]) }

  /// Always false.
  package var isTerminal: Bool { false }
  /// Whether there is unread data.
  package var isPiped: Bool { hasData }
  /// Whether there is unread data.
  package var hasData: Bool { rest.withLock { !$0.isEmpty } }

  /// A handle that reads the rest.
  package var handle: FileHandle {
    let file = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
    let bytes = rest.withLock { rest in
      defer { rest = [] }
      return Data(rest)
    }
    defer { try? FileManager.default.removeItem(at: file) }
    guard (try? bytes.write(to: file)) != nil, let handle = try? FileHandle(forReadingFrom: file)
    else { return .nullDevice }
    return handle
  }

  /// Reads into a buffer.
  package func read(into buffer: UnsafeMutableRawBufferPointer) -> Int {
    rest.withLock { rest in
      let bytes = rest.prefix(buffer.count)
      buffer.copyBytes(from: bytes)
      rest = rest.dropFirst(bytes.count)
      return bytes.count
    }
  }
}

/// What a verb writes, in memory: like a file.
package final class KeptOutput: VerbOutput {
  private let bytes = Mutex<[UInt8]>([])

  /// Creates an output.
  package init() {}

  /// What was written.
  package var text: String { bytes.withLock { String(decoding: $0, as: UTF8.self) } }

  /// Always nil: it is no terminal.
  package var columns: Int? { nil }

  /// Keeps all bytes.
  package func write(_ new: [UInt8]) -> Int32? {
    bytes.withLock { $0 += new }
    return nil
  }
}
