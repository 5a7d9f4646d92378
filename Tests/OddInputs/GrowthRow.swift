import Foundation
import Testing

/// An input that grows, and what reads it: twice the input may cost three times as much at most.
///
/// Work that is linear costs twice as much, work that grows with the square four times.
public struct GrowthRow: Sendable, CustomTestStringConvertible {
  /// What a try costs, in any unit.
  public typealias Cost = @Sendable (_ count: Int) async throws -> Double

  /// What grows.
  public let testDescription: String
  private let count: Int
  private let cost: Cost

  /// Creates a row whose cost is counted, such as in statements or reads of storage.
  ///
  /// - Parameters:
  ///   - name: what grows.
  ///   - count: the size of the smaller input.
  ///   - cost: returns what an input of a size costs.
  public init(_ name: String, _ count: Int, counting cost: @escaping Cost) {
    (testDescription, self.count, self.cost) = (name, count, cost)
  }

  /// Creates a row whose cost is the processor time of the thread that does the work.
  ///
  /// The time of a clock would depend on what else the machine does.
  /// - Parameters:
  ///   - name: what grows.
  ///   - count: the size of the smaller input, so that it takes a few hundredths of a second or more.
  ///   - make: makes an input of a size.
  ///   - work: reads it.
  public init<Input>(
    _ name: String, _ count: Int, of make: @escaping @Sendable (_ count: Int) throws -> Input,
    work: @escaping @Sendable (Input) throws -> Void
  ) {
    self.init(name, count) { size in
      let input = try make(size)
      let begin = Self.processorTime
      try work(input)
      return Self.processorTime - begin
    }
  }

  /// Seconds of the processor that the current thread has used.
  private static var processorTime: Double {
    var time = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }

  /// Expects that twice the input costs three times as much at most.
  ///
  /// The least of up to six tries counts: what a busy machine adds differs from try to try.
  public func expect(sourceLocation: SourceLocation = #_sourceLocation) async throws {
    var (one, two) = (Double.infinity, Double.infinity)
    for _ in 1...6 {
      one = min(one, try await cost(count))
      two = min(two, try await cost(2 * count))
      if two <= 3 * one { break }
    }
    #expect(
      two <= 3 * one, "\(testDescription): \(one) for \(count), \(two) for \(2 * count)",
      sourceLocation: sourceLocation)
    if ProcessInfo.processInfo.environment["FIREFLY_GROWTH"] != nil {
      print("growth: \(testDescription) \(count): \(one), \(two), × \(two / one)")
    }
  }
}
