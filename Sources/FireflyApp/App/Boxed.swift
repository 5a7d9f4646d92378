/// Stores a large value by reference, with copy-on-write.
///
/// Copying the owner copies a reference. A change is made in place if the reference is unique.
@propertyWrapper
package struct Boxed<Value> {
  // An array of one element has these semantics.
  private var content: ContiguousArray<Value>

  /// Wraps a value.
  package init(wrappedValue: Value) { content = [wrappedValue] }

  /// The value; to read a part of it copies nothing else.
  package var wrappedValue: Value {
    _read { yield content[0] }
    _modify { yield &content[0] }
  }

  /// The box, to share it with another owner.
  package var projectedValue: Boxed { self }
}

extension Boxed: Sendable where Value: Sendable {}
extension Boxed: Equatable where Value: Equatable {}
extension Boxed: Hashable where Value: Hashable {}
