import Synchronization

/// Combining marks of glyphs that have more of them than fit into a cell: each list has a number.
///
/// Most text needs none: a glyph holds two marks by itself. So that no text from outside fills the memory, only
/// the last lists are kept: a glyph that was made long before loses its marks.
enum MarkLists {
  /// Lists that are kept.
  static let capacity = 0x1_0000

  private struct Known {
    /// The lists by their numbers, round and round.
    var lists: [[UInt32]] = []
    var numbers: [[UInt32]: UInt32] = [:]
    /// The number of the newest list.
    var last: UInt32 = 0

    /// Whether a list is kept, and will be for a while.
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

  /// The number of a list, from 1: nearly always the same for the same marks.
  static func number(of marks: [UInt32]) -> UInt32 {
    known.withLock { known in
      // What is old gets a new number, so that what is still in use is not dropped.
      if let number = known.numbers[marks], known.isKept(number, among: capacity / 2) {
        return number
      }
      return known.add(marks)
    }
  }

  /// The marks of a list; none if it is not kept any more.
  static func marks(_ number: UInt32) -> [UInt32] {
    known.withLock { known in
      guard number > 0, known.isKept(number, among: capacity) else {
        return []
      }
      return known.lists[Int(number - 1) % capacity]
    }
  }
}
