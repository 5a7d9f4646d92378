/// A large value that is kept apart from its owner: a copy of the owner copies a reference to it.
///
/// It is changed where it is, and copied first only if another owner has it, too.
@propertyWrapper
public struct Boxed<Value> {
  // An array of one does all of that by itself.
  private var content: ContiguousArray<Value>

  /// A box around a value.
  public init(wrappedValue: Value) { content = [wrappedValue] }

  /// The value.
  public var wrappedValue: Value {
    get { content[0] }
    _modify { yield &content[0] }
  }

  /// Whether another owner has the very same box: what has changed since is in another one.
  func isShared(with other: Boxed) -> Bool {
    content.withUnsafeBufferPointer { content in
      other.content.withUnsafeBufferPointer { content.baseAddress == $0.baseAddress }
    }
  }

  /// The box itself, for another owner to share.
  public var projectedValue: Boxed { self }
}

extension Boxed: Sendable where Value: Sendable {}
extension Boxed: Equatable where Value: Equatable {}
extension Boxed: Hashable where Value: Hashable {}
