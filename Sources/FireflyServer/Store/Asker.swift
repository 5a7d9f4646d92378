import FireflyHTTP

/// Who asks the store, so that all who ask take turns.
struct Asker: Hashable, Sendable {
  /// Requests at a time up to which others wait for a read of the same asker.
  static let fewRequests = 4
  /// The program itself: reads that many wait for, and work in the background.
  static let program = Asker(name: "the program")
  /// The asker of this task.
  @TaskLocal static var current = program

  /// The e-mail of an account, or the subnet of an address.
  var name: String
  /// Whether it has many requests, so that its next read may have to wait for the others.
  var isBusy = false

  /// Runs work as an asker.
  ///
  /// - Parameters:
  ///   - asker: the asker.
  ///   - work: the work.
  /// - Returns: what `work` returns.
  /// - Throws: what `work` throws.
  static func run<Value: Sendable, Failure: Error>(
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

extension Asker {
  /// The asker of a request: the account, wherever its user is; otherwise the address, as a trusted proxy
  /// names it.
  ///
  /// - Parameters:
  ///   - request: the request.
  ///   - caller: its author; nil if it isn't known yet.
  init(_ request: HTTPRequest, by caller: Caller?) {
    name = caller?.email?.lowercased() ?? request.peer.subnet
    isBusy = (request.clientStatus?.requests ?? 0) > Self.fewRequests
  }
}

extension HTTPResponse {
  /// Returns the response with a body that is read as an asker.
  func read(as asker: Asker) -> HTTPResponse {
    guard case .stream(let length, let next) = body else { return self }
    var response = self
    response.body = .stream(length: length) { try await Asker.run(as: asker, next) }
    return response
  }
}
