/// Why the data of a store can't be used, by what the user can do about it.
package enum StoreFailure: Hashable, Sendable {
  /// Another program holds its lock.
  case locked
  /// It is of an older version, and another program has it open.
  case olderInUse(program: String)
  /// It is read-only.
  case readOnly
  /// The disk is full.
  case full
  /// It is damaged, or not the data of a store.
  case damaged
  /// Its file was moved away, deleted or replaced while it was open.
  case moved
  /// The disk failed, or the file can't be opened.
  case unreachable(reason: String)
  /// The database server can't be reached, or the connection was lost.
  case lost(reason: String)
  /// The database server accepts no more connections.
  case tooManyConnections(reason: String)
  /// The database server has no database of this name.
  case noDatabase(reason: String)
  /// The database server is overloaded.
  case busy
  /// The database server rejects the user or the password.
  case refused(reason: String)
  /// The database server is a read-only replica.
  case replica
  /// The database user lacks a privilege.
  case permissionDenied(reason: String)
  /// libpq is not installed.
  case missingLibrary
  /// The address of the database is invalid.
  case invalidAddress
  /// The database has tables of another program.
  case foreignTables(reason: String)
  /// A run of `firefly migrate` is in progress, or was interrupted.
  case migrationIncomplete
  /// It is a backup that was interrupted.
  case backupIncomplete
  /// Any other reason, in the words of the backend.
  case other(reason: String)

  /// Seconds after which a client may try again; nil if the problem needs an administrator.
  package var secondsToWait: Int? {
    switch self {
    case .lost, .busy, .tooManyConnections, .locked: 2
    default: nil
    }
  }

  /// Whether it has no message of its own.
  package var isOther: Bool {
    if case .other = self { true } else { false }
  }

  /// Returns a message for the user: what happened, and what to do.
  package func message(about file: String) -> String {
    switch self {
    case .locked:
      "\(file) is in use by another program. Stop that program, or try again later."
    case .olderInUse(let program):
      """
      \(file) is of an older version of Firefly and must be updated, but \(program) has it open. Stop that \
      program, then start this one again.
      """
    case .readOnly:
      """
      \(file) can't be written to. Make it and its folder writable, or name another folder, such as a copy, \
      with --data.
      """
    case .full: "\(file) can't grow: the disk is full. Free some space and try again."
    case .damaged:
      """
      \(file) is damaged, or not a database. Stop Firefly and copy the whole folder. Then use your last \
      backup, or save what can be saved with sqlite3's .recover: DAMAGE in `man firefly-serve` has the steps.
      """
    case .moved:
      """
      \(file) was moved, deleted or replaced while Firefly uses it, so nothing can be saved. Put it back, or \
      stop all Firefly programs and start again.
      """
    case .unreachable(let reason):
      "\(file) can't be read or written (\(reason)). Check the disk, or name another folder with --data."
    case .lost(let reason):
      "\(file) can't be reached (\(reason)). Check its address, and whether it runs."
    case .tooManyConnections(let reason):
      """
      \(file) accepts no more connections (\(reason)). Close some, raise its limit, or put pgbouncer in front \
      of it.
      """
    case .noDatabase(let reason):
      "\(file) does not exist (\(reason)). Create it with createdb, or name another one with --database."
    case .busy: "\(file) is overloaded. Try again in a moment."
    case .refused(let reason):
      """
      \(file) refused the user (\(reason)). Check the name in the address, and put the password into \
      ~/.pgpass or PGPASSWORD.
      """
    case .replica:
      "\(file) is a replica, which can't be written to. Name the primary server with --database."
    case .permissionDenied(let reason):
      """
      \(file) denied this to its user (\(reason)). Grant the rights, or let another user run the SQL that \
      `firefly migrate --print` prints.
      """
    case .missingLibrary:
      "Firefly needs libpq for \(file), and it is not installed. On Debian: apt install libpq5."
    case .invalidAddress:
      """
      The address of the database can't be read. Write postgres://user@host/database, with %40 for @ and %2F for \
      / in a password.
      """
    case .foreignTables(let reason):
      "\(file) has tables of another program (\(reason)). Name an empty database with --database."
    case .migrationIncomplete:
      "\(file) has only a part of the data. Run `firefly migrate` again to continue."
    case .backupIncomplete:
      """
      \(file) is a backup that was interrupted, or is still being made: it has only a part of the data. Use \
      another one, or delete this folder and make the backup again.
      """
    case .other(let reason): "\(file) can't be used: \(reason)"
    }
  }
}
