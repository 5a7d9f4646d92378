import Glibc

extension StringProtocol {
  /// Whether its bytes contain those of a short text, which is not empty.
  ///
  /// `contains` takes a hundred times as long: it compares characters, or strings of Foundation's.
  package func hasBytes(_ text: StaticString) -> Bool {
    let (wanted, length) = (text.utf8Start, text.utf8CodeUnitCount)
    let found = utf8.withContiguousStorageIfAvailable { bytes in
      guard var next = bytes.baseAddress.map(UnsafeRawPointer.init) else { return false }
      let last = next + (bytes.count - length)
      while next <= last, let start = memchr(next, Int32(wanted.pointee), last - next + 1) {
        if memcmp(start, wanted, length) == 0 { return true }
        next = UnsafeRawPointer(start) + 1
      }
      return false
    }
    guard let found else {
      // Foundation may return strings that are not UTF-8 internally.
      var copy = String(self)
      copy.makeContiguousUTF8()
      return copy.hasBytes(text)
    }
    return found
  }
}
