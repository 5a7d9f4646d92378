import Synchronization

/// A table of combining marks, for glyphs with more marks than fit into a cell.
///
/// Most text needs none: a glyph can store two marks itself. Only the latest lists are kept, so
/// that hostile text can't fill the memory; much older glyphs lose their marks.
enum MarkLists {
  /// Maximum number of lists.
  static let capacity = 0x1_0000

  private struct Known {
    /// The lists by number, as a ring buffer.
    var lists: [[UInt32]] = []
    var numbers: [[UInt32]: UInt32] = [:]
    /// The number of the newest list.
    var last: UInt32 = 0

    /// Whether a list is stored, and won't be evicted soon.
    func isKept(_ number: UInt32, among count: Int) -> Bool {
      number <= last && Int(last - number) < count
    }

    mutating func add(_ marks: [UInt32]) -> UInt32 {
      last = last == .max ? 1 : last + 1
      if lists.count < capacity {
        lists.append(marks)
      } else {
        let place = Int(last - 1) % capacity
        let old = lists[place]
        if let number = numbers[old], !isKept(number, among: capacity) { numbers[old] = nil }
        lists[place] = marks
      }
      numbers[marks] = last
      return last
    }
  }

  private static let known = Mutex(Known())

  /// Returns the number of a list, from 1; equal lists usually share it.
  static func number(of marks: [UInt32]) -> UInt32 {
    known.withLock { known in
      // Old lists get a new number, so that lists in use are not evicted.
      if let number = known.numbers[marks], known.isKept(number, among: capacity / 2) {
        return number
      }
      return known.add(marks)
    }
  }

  /// Returns the marks of a list; none if it was evicted.
  static func marks(_ number: UInt32) -> [UInt32] {
    known.withLock { known in
      guard number > 0, known.isKept(number, among: capacity) else {
        return []
      }
      return known.lists[Int(number - 1) % capacity]
    }
  }
}
