import Foundation

/// A small source of random numbers that are the same in every run: splitmix64.
///
/// The variable `FIREFLY_SEED`, a number, is added to all seeds: with it the same tests get other numbers. The
/// first random test of a run prints it.
package struct SplitMix: RandomNumberGenerator {
  private var state: UInt64

  /// What is added to all seeds; 0 by default.
  package static let shift: UInt64 = {
    let seed = ProcessInfo.processInfo.environment["FIREFLY_SEED"].flatMap { UInt64($0) } ?? 0
    print("Random tests use FIREFLY_SEED=\(seed).")
    return seed
  }()

  /// The numbers of a seed.
  package init(seed: UInt64) { state = seed &+ Self.shift }

  /// The next number, any of 64 bits.
  package mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var value = state
    value = (value ^ (value >> 30)) &* 0xBF58_476D_1CE4_E5B9
    value = (value ^ (value >> 27)) &* 0x94D0_49BB_1331_11EB
    return value ^ (value >> 31)
  }
}
