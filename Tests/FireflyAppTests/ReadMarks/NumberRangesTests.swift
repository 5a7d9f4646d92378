import Foundation
import SeededRandom
import Testing

@testable import FireflyApp
@testable import FireflyModel

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

  @Test func theOldestRangesAreJoined() {
    var ranges = NumberRanges()
    for number in stride(from: 0, to: 100, by: 10) { ranges.insert(number...number) }
    ranges.joinLowest(to: 3)
    #expect(ranges.ranges == [0...70, 80...80, 90...90])
  }
}
