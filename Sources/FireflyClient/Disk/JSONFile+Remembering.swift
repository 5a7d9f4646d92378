import Foundation
import Synchronization

/// The contents that a file had last, with their bytes: few files are changed by others.
package final class LastContents<Contents: Sendable>: Sendable {
  fileprivate let last = Mutex<(data: Data, contents: Contents)?>(nil)

  /// Creates a place for the contents of a file.
  package init() {}
}

extension JSONFile {
  /// Keeps the contents that were read or written last in memory.
  ///
  /// - Parameters:
  ///   - kept: where.
  ///   - changed: called when another program has changed the file.
  package mutating func remember(
    in kept: LastContents<Contents>, changed: @escaping @Sendable () -> Void = {}
  ) {
    let (decode, encode) = (decode, encode)
    self.decode = { data in
      if let known = kept.last.withLock({ $0 }), known.data == data { return known.contents }
      changed()
      let contents = decode(data)
      kept.last.withLock { last in last = contents.map { (data, $0) } }
      return contents
    }
    self.encode = { contents in
      let data = encode(contents)
      kept.last.withLock { last in last = data.map { ($0, contents) } }
      return data
    }
  }
}
