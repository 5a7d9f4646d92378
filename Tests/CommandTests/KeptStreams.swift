import FireflyVerbs
import Foundation
import Synchronization

/// Standard input of a verb, from memory: like a file.
final class KeptInput: VerbInput {
  private let rest: Mutex<ArraySlice<UInt8>>

  init(_ bytes: [UInt8]) { rest = Mutex(bytes[...]) }

  var isTerminal: Bool { false }
  var isPiped: Bool { hasData }
  var hasData: Bool { rest.withLock { !$0.isEmpty } }

  var handle: FileHandle {
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

  func read(into buffer: UnsafeMutableRawBufferPointer) -> Int {
    rest.withLock { rest in
      let bytes = rest.prefix(buffer.count)
      buffer.copyBytes(from: bytes)
      rest = rest.dropFirst(bytes.count)
      return bytes.count
    }
  }
}

/// What a verb writes, in memory: like a file.
final class KeptOutput: VerbOutput {
  private let bytes = Mutex<[UInt8]>([])

  /// What was written.
  var text: String { bytes.withLock { String(decoding: $0, as: UTF8.self) } }

  var columns: Int? { nil }

  func write(_ new: [UInt8]) -> Int32? {
    bytes.withLock { $0 += new }
    return nil
  }
}
