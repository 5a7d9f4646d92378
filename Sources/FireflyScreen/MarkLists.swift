import Synchronization

/// Combining marks of glyphs that have more of them than fit into a cell: each list has a number.
///
/// Most text needs none: a glyph holds two marks by itself. What has been numbered stays, because a frame
/// may be anywhere; so that no text from outside fills the memory, there is room for so many lists only.
enum MarkLists {
  /// Lists that are kept; what comes after them can't be shown.
  static let most = 0x1_0000

  private struct Known {
    var lists: [[UInt32]] = []
    var numbers: [[UInt32]: UInt32] = [:]
  }

  private static let known = Mutex(Known())

  /// The number of a list, from 1: the same for the same marks; nil if there is no room for another one.
  static func number(of marks: [UInt32]) -> UInt32? {
    known.withLock { known in
      if let number = known.numbers[marks] { return number }
      guard known.lists.count < most else { return nil }
      known.lists.append(marks)
      let number = UInt32(known.lists.count)
      known.numbers[marks] = number
      return number
    }
  }

  /// The marks of a list; none if there is no such number.
  static func marks(_ number: UInt32) -> [UInt32] {
    known.withLock { known in
      let index = Int(number) - 1
      return known.lists.indices.contains(index) ? known.lists[index] : []
    }
  }
}
