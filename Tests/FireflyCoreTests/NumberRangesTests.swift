import Foundation
import SeededRandom
import Testing

@testable import FireflyCore

@Suite struct NumberRangesTests {
  @Test func rangesAreASetOfNumbers() throws {
    var random = SplitMix(seed: 39)
    for _ in 0..<200 {
      var (ranges, model) = (NumberRanges(), Set<Int>())
      for _ in 0..<60 {
        let number = Int.random(in: 0...40, using: &random)
        switch Int.random(in: 0...4, using: &random) {
        case 0:
          let numbers = (0...9).map { _ in Int.random(in: -2...40, using: &random) }
          ranges.subtract(NumberRanges(numbers))
          model.subtract(numbers)
        case 1:
          let end = number + Int.random(in: 0...9, using: &random)
          ranges.insert(number...end)
          model.formUnion(number...end)
        default:
          let numbers = (0...3).map { _ in Int.random(in: -2...40, using: &random) }
          ranges.formUnion(NumberRanges(numbers))
          model.formUnion(numbers.filter { $0 >= 0 })
        }
        #expect((0...60).allSatisfy { ranges.contains($0) == model.contains($0) })
        #expect(
          zip(ranges.ranges, ranges.ranges.dropFirst()).allSatisfy {
            $1.lowerBound > $0.upperBound + 1
          })
      }
      let data = try JSONEncoder().encode(ranges)
      #expect(try JSONDecoder().decode(NumberRanges.self, from: data) == ranges)
    }
  }

  @Test(arguments: [
    "[-1,5]", "[3,0,1,1]", "[9223372036854775807,9]", "[1,9223372036854775807]", "[1]",
  ])
  func aDamagedListEndsWhereItIsDamaged(text: String) throws {
    _ = try JSONDecoder().decode(NumberRanges.self, from: Data(text.utf8))
  }

  @Test func textsAreRead() throws {
    var random = SplitMix(seed: 40)
    for _ in 0..<200 {
      let numbers = (0..<Int.random(in: 0...30, using: &random)).map { _ in
        Int.random(in: 0...60, using: &random)
      }
      let ranges = NumberRanges(numbers)
      #expect(NumberRanges(text: ranges.text) == ranges)
      // In any order, and twice.
      let text = (numbers + numbers.prefix(3)).map(String.init).joined(separator: ",")
      #expect(NumberRanges(text: text) == ranges)
      let limit = Int.random(in: 0...20, using: &random)
      var highest = ranges
      highest.keepHighest(limit)
      #expect(highest == NumberRanges(Array(Set(numbers).sorted().suffix(limit))))
    }
    #expect(NumberRanges(text: "")?.isEmpty == true)
    #expect(NumberRanges(text: "0-120,130")?.ranges == [0...120, 130...130])
    for text in [
      ",", "1,", "-1", "1-", "5-3", "1-2-3", "a", "1 2", "9007199254740993",
      "0-99999999999999999999",
    ] {
      #expect(NumberRanges(text: text) == nil, "\(text)")
    }
  }

  @Test func theOldestRangesAreJoined() {
    var ranges = NumberRanges()
    for number in stride(from: 0, to: 100, by: 10) { ranges.insert(number...number) }
    ranges.joinLowest(to: 3)
    #expect(ranges.ranges == [0...70, 80...80, 90...90])
  }
}
