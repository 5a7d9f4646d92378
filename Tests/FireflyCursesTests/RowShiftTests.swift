import Testing

@testable import FireflyCurses

/// Frames as lists of numbers, one a row.
@Suite struct RowShiftTests {
  private func find(_ old: [Int], _ new: [Int]) -> RowShift? {
    RowShift.find(
      changed: old.indices.filter { old[$0] != new[$0] }, height: old.count,
      isSame: { old[$0] == new[$1] })
  }

  private let screen = [0] + Array(100..<138) + [1]

  @Test(arguments: [-12, -7, -1, 1, 5, 12]) func aScrolledListIsFound(distance: Int) throws {
    let new = [0] + (100..<138).map { $0 + distance } + [1]
    let shift = try #require(find(screen, new))
    #expect(shift.distance == distance)
    #expect(shift.rows.count == 38 - abs(distance))
    for y in shift.rows { #expect(screen[y + distance] == new[y]) }
    #expect(shift.area == 1..<39)
  }

  @Test func rowsThatChangedAsWellAreLeftOut() {
    var new = [0] + (105..<143) + [1]
    // The card that was selected, and the one that is.
    for y in 25..<34 { new[y] = -y }
    #expect(find(screen, new) == RowShift(rows: 1..<25, distance: 5))
  }

  @Test func whatDidNotMoveIsNotFound() {
    #expect(find(screen, screen) == nil)
    #expect(find(screen, Array(screen.reversed())) == nil)
    #expect(find(screen, [0] + Array(300..<338) + [1]) == nil)
    #expect(find(screen, [0] + (113..<151) + [1]) == nil)
    #expect(find([], []) == nil)
    #expect(find([1], [2]) == nil)
    // Rows that are all alike look the same wherever they came from.
    #expect(find(Array(repeating: 7, count: 40), Array(repeating: 8, count: 40)) == nil)
  }
}
