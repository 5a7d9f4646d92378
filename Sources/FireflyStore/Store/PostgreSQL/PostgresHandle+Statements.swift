import CPostgres

extension PostgresHandle {
  /// Sends a statement, and others before it in the same round trip.
  ///
  /// - Parameters:
  ///   - statement: the statement; without arguments, there may be several.
  ///   - beginning: statements without arguments.
  ///   - name: the name under which the server keeps the statement; nil if it doesn't.
  /// - Returns: false if sending failed; `message` has the reason.
  func send(
    _ statement: String, _ arguments: [SQLValue], after beginning: [String], as name: StatementName?
  ) -> Bool {
    guard !arguments.isEmpty else {
      let all = (beginning + [statement]).joined(separator: "; ")
      return pq.PQsendQuery(connection, all) == 1
    }
    let isNew = name?.isNew == true
    guard !beginning.isEmpty || isNew else { return send(statement, arguments, name?.text) }
    // A statement with arguments can't be sent in one string with others.
    return pq.PQenterPipelineMode(connection) == 1
      && beginning.allSatisfy { send($0, [], nil) }
      && (!isNew || pq.PQsendPrepare(connection, name?.text, Self.marked(statement), 0, nil) == 1)
      && send(statement, arguments, name?.text) && pq.PQpipelineSync(connection) == 1
  }

  /// PostgreSQL writes placeholders with another sign.
  private static func marked(_ statement: String) -> String {
    String(
      decoding: statement.utf8.map { $0 == UInt8(ascii: "?") ? UInt8(ascii: "$") : $0 },
      as: UTF8.self)
  }

  private func send(_ statement: String, _ arguments: [SQLValue], _ name: String?) -> Bool {
    var bytes: [UInt8] = []
    // The offset of each argument; nil for NULL.
    var starts: [Int?] = []
    var lengths: [Int32] = []
    var formats: [Int32] = []
    for argument in arguments {
      let start = bytes.count
      var isBinary = false
      switch argument {
      case .null: break
      case .integer(let number): bytes += String(number).utf8
      case .real(let number): bytes += number.description.utf8
      case .boolean(let value): bytes.append(UInt8(ascii: value ? "t" : "f"))
      case .text(let text): bytes += text.utf8
      case .integers(let numbers): bytes += PostgresArray.text(numbers).utf8
      case .texts(let texts): bytes += PostgresArray.text(texts).utf8
      case .bytes(let raw):
        bytes += raw
        isBinary = true
      }
      starts.append(argument == .null ? nil : start)
      lengths.append(Int32(clamping: bytes.count - start))
      formats.append(isBinary ? 1 : 0)
      // libpq reads texts up to a zero byte.
      bytes.append(0)
    }
    return bytes.withUnsafeBytes { buffer in
      let base = buffer.baseAddress?.assumingMemoryBound(to: CChar.self)
      let values = starts.map { start in start.flatMap { base?.advanced(by: $0) } }
      if let name {
        return pq.PQsendQueryPrepared(
          connection, name, Int32(arguments.count), values, lengths, formats, 0) == 1
      }
      return pq.PQsendQueryParams(
        connection, Self.marked(statement), Int32(arguments.count), nil, values, lengths, formats, 0
      ) == 1
    }
  }

  /// Whether a pipeline has not ended.
  var isPipelining: Bool { Int(pq.PQpipelineStatus(connection)) != FIREFLY_PQ_PIPELINE_OFF }

  /// Whether a result is the end of a pipeline, which then is left.
  func endsPipeline(_ result: OpaquePointer) -> Bool {
    guard Int(pq.PQresultStatus(result)) == FIREFLY_PGRES_PIPELINE_SYNC else { return false }
    pq.PQclear(result)
    return pq.PQexitPipelineMode(connection) == 1
  }

  /// Converts a result; the returned rows own it.
  func answer(_ result: OpaquePointer) -> Result<PostgresRows, PostgresError> {
    switch Int(pq.PQresultStatus(result)) {
    case FIREFLY_PGRES_COMMAND_OK, FIREFLY_PGRES_TUPLES_OK:
      return .success(PostgresRows(pq, result))
    default:
      defer { pq.PQclear(result) }
      let state = field(FIREFLY_PG_DIAG_SQLSTATE, of: result)
      let words = field(FIREFLY_PG_DIAG_MESSAGE_PRIMARY, of: result) ?? message
      return .failure(PostgresError(state.map { .state($0) } ?? .lost, words))
    }
  }

  private func field(_ number: Int, of result: OpaquePointer) -> String? {
    pq.PQresultErrorField(result, Int32(number)).map { String(cString: $0) }
  }
}
