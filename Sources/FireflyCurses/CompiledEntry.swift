/// A terminfo entry, to be compiled into the format with 32-bit numbers.
///
/// - SeeAlso: term(5).
struct CompiledEntry {
  /// The terminal's name.
  let name: String
  /// Standard booleans, in the order of the format.
  var booleans: [Bool] = []
  /// Standard numbers, in the order of the format; -1 for absent ones.
  var numbers: [Int32] = []
  /// Standard strings, in the order of the format; nil for absent ones.
  var strings: [[UInt8]?] = []
  /// Names of extended booleans that are true.
  var extendedBooleans: [String] = []
  var extendedNumbers: [(name: String, value: Int32)] = []

  /// Creates an entry without capabilities.
  init(name: String) { self.name = name }

  /// The compiled entry; nil if its strings exceed the format's limit of 32 KB.
  var bytes: [UInt8]? {
    var out: [UInt8] = []
    let names = Array(name.utf8) + [0]
    let (offsets, table) = Self.table(of: strings)
    guard table.count < 0x7FFF, names.count < 0x7FFF else { return nil }

    Self.append(Int16(0o1036), to: &out)
    for count in [names.count, booleans.count, numbers.count, strings.count, table.count] {
      Self.append(Int16(count), to: &out)
    }
    out += names
    out += booleans.map { $0 ? 1 : 0 }
    Self.align(&out)
    for number in numbers { Self.append(number, to: &out) }
    for offset in offsets { Self.append(offset, to: &out) }
    out += table
    Self.align(&out)

    let keys = extendedBooleans + extendedNumbers.map(\.name)
    let (keyOffsets, keyTable) = Self.table(of: keys.map { Array($0.utf8) })
    for count in [
      extendedBooleans.count, extendedNumbers.count, 0, keys.count, keyTable.count,
    ] {
      Self.append(Int16(count), to: &out)
    }
    out += extendedBooleans.map { _ in 1 }
    Self.align(&out)
    for number in extendedNumbers { Self.append(number.value, to: &out) }
    for offset in keyOffsets { Self.append(offset, to: &out) }
    return out + keyTable
  }

  /// The zero-terminated strings, and their offsets; -1 for absent ones.
  private static func table(of strings: [[UInt8]?]) -> (offsets: [Int16], bytes: [UInt8]) {
    var bytes: [UInt8] = []
    let offsets = strings.map { string -> Int16 in
      guard let string, bytes.count < 0x7FFF else { return -1 }
      defer { bytes += string + [0] }
      return Int16(bytes.count)
    }
    return (offsets, bytes)
  }

  private static func append(_ value: some FixedWidthInteger, to bytes: inout [UInt8]) {
    withUnsafeBytes(of: value.littleEndian) { bytes += $0 }
  }
  /// Numbers begin at even offsets.
  private static func align(_ bytes: inout [UInt8]) {
    if bytes.count % 2 == 1 { bytes.append(0) }
  }
}
