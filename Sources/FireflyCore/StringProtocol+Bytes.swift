import Glibc

extension StringProtocol {
  /// Whether its bytes contain those of a short text, which is not empty.
  ///
  /// `contains` takes a hundred times as long: it compares characters, or strings of Foundation's.
  package func hasBytes(_ text: StaticString) -> Bool {
    if let found = utf8.withContiguousStorageIfAvailable({ $0.hasBytes(text) }) { return found }
    // Foundation may return strings that are not UTF-8 internally.
    return Array(utf8).hasBytes(text)
  }
}

extension String {
  /// The lines, which `\n` divides.
  package var lines: [Substring] { self[...].lines }

  /// The text with `\n` instead of `\r\n`.
  package var withPlainBreaks: String {
    hasBytes("\r\n") ? replacing("\r\n", with: "\n") : self
  }
}

extension Substring {
  /// The lines, which `\n` divides.
  ///
  /// `split` by characters takes much longer.
  package var lines: [Substring] {
    utf8.split(separator: 0x0A, omittingEmptySubsequences: false).map(Substring.init)
  }
}

extension [UInt8] {
  /// Whether it contains the bytes of a short text, which is not empty.
  package func hasBytes(_ text: StaticString) -> Bool {
    withUnsafeBufferPointer { $0.hasBytes(text) }
  }
}

extension UnsafeBufferPointer<UInt8> {
  fileprivate func hasBytes(_ text: StaticString) -> Bool {
    let (wanted, length) = (text.utf8Start, text.utf8CodeUnitCount)
    guard count >= length, var next = baseAddress.map(UnsafeRawPointer.init) else { return false }
    let last = next + (count - length)
    while next <= last, let start = memchr(next, Int32(wanted.pointee), last - next + 1) {
      if memcmp(start, wanted, length) == 0 { return true }
      next = UnsafeRawPointer(start) + 1
    }
    return false
  }
}
