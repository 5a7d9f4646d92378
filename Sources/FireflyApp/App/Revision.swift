/// The number of changes of a value: two numbers are compared in less time than two values.
///
/// It is no part of the value: two values that differ only in it are equal.
struct Revision: Hashable, Sendable {
  private(set) var number = 0

  mutating func advance() { number &+= 1 }

  static func == (one: Revision, other: Revision) -> Bool { true }
  func hash(into hasher: inout Hasher) {}
}
