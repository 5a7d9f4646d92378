/// Who asks the store, so that all who ask take turns.
package struct Asker: Hashable, Sendable {
  /// The program itself: reads that many wait for, and work in the background.
  package static let program = Asker(name: "the program")
  /// The asker of this task.
  @TaskLocal package static var current = program

  /// The e-mail of an account, or the subnet of an address.
  package var name: String
  /// Whether it has many requests, so that its next read may have to wait for the others.
  package var isBusy: Bool

  /// Creates an asker.
  package init(name: String, isBusy: Bool = false) {
    (self.name, self.isBusy) = (name, isBusy)
  }

  /// Runs work as an asker.
  package static func run<Value: Sendable, Failure: Error>(
    as asker: Asker, _ work: @Sendable () async throws(Failure) -> Value
  ) async throws(Failure) -> Value {
    let result: Result<Value, Failure> = await $current.withValue(asker) {
      do throws(Failure) {
        return .success(try await work())
      } catch {
        return .failure(error)
      }
    }
    return try result.get()
  }
}
