import Foundation
import Testing

/// An input that grows, and what reads it: four times the input may cost eight times as much at most.
///
/// Work that is linear costs four times as much, work that grows with the square sixteen times. So what a busy
/// machine adds, such as memory that others need, can double a cost.
package struct GrowthRow: Sendable, CustomTestStringConvertible {
  /// What a try costs, in any unit.
  package typealias Cost = @Sendable (_ count: Int) async throws -> Double

  /// What grows.
  package let testDescription: String
  private let count: Int
  private let cost: Cost

  /// Creates a row whose cost is counted, such as in statements or reads of storage.
  ///
  /// - Parameters:
  ///   - name: what grows.
  ///   - count: a size; inputs of half and of twice the size are compared.
  ///   - cost: returns what an input of a size costs.
  package init(_ name: String, _ count: Int, counting cost: @escaping Cost) {
    (testDescription, self.count, self.cost) = (name, count, cost)
  }

  /// Creates a row whose cost is the processor time of the thread that does the work.
  ///
  /// The time of a clock would depend on what else the machine does.
  /// - Parameters:
  ///   - name: what grows.
  ///   - count: a size that takes a few hundredths of a second or more; inputs of half and of twice the size are
  ///     compared.
  ///   - make: makes an input of a size.
  ///   - work: reads it.
  package init<Input>(
    _ name: String, _ count: Int, of make: @escaping @Sendable (_ count: Int) throws -> Input,
    work: @escaping @Sendable (Input) throws -> Void
  ) {
    self.init(name, count) { size in
      let input = try make(size)
      return try ProcessorTime.seconds { try work(input) }
    }
  }

  /// Expects that four times the input costs eight times as much at most.
  ///
  /// The least of up to six tries counts: what a busy machine adds differs from try to try.
  package func expect(sourceLocation: SourceLocation = #_sourceLocation) async throws {
    var (small, large) = (Double.infinity, Double.infinity)
    for _ in 1...6 {
      small = min(small, try await cost(count / 2))
      large = min(large, try await cost(2 * count))
      if large <= 8 * small { break }
    }
    #expect(
      large <= 8 * small,
      "\(testDescription): \(small) for \(count / 2), \(large) for \(2 * count)",
      sourceLocation: sourceLocation)
    if ProcessInfo.processInfo.environment["FIREFLY_GROWTH"] != nil {
      print("growth: \(testDescription) \(count): \(small), \(large), × \(large / small)")
    }
  }
}
