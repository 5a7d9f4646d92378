import FireflyAPI
import FireflyCore

/// What the server knows of an account's marks, as far as this machine knows; kept beside the marks.
///
/// What differs from the marks of this machine was marked here and is not sent yet: it wins over what the server says.
struct SharedMarks: Codable, Hashable, Sendable {
  /// The last answer of the server.
  private(set) var known = PostMarks()
  /// What was sent and not answered: the server may have it.
  private(set) var tried: PostMarks.Change?
  /// Posts that are saved and that this machine has not got yet, or no longer.
  private(set) var missing = NumberRanges()
  /// Posts that the user has taken off here: a list that is lost takes nothing off.
  private var takenOff = NumberRanges()

  /// Returns the number of marks that the server has not got.
  ///
  /// - Parameter local: the marks of this machine.
  func unsent(_ local: PostMarks) -> Int {
    var shared = self
    let change = known.change(to: shared.completed(local))
    return [change.read, change.unread, change.saved, change.unsaved].reduce(0) { sum, set in
      sum + set.ranges.reduce(0) { $0 + $1.count }
    }
  }

  /// Merges an answer of the server with what was marked here.
  ///
  /// - Parameters:
  ///   - answer: the marks on the server.
  ///   - isApplied: whether the server has made the change that was tried; nil if that is not known.
  ///   - local: the marks of this machine; then those of both.
  /// - Returns: what to send next: it is what is tried from then on.
  mutating func merge(
    _ answer: PostMarks, isApplied: Bool?, into local: inout PostMarks
  ) -> PostMarks.Change {
    let here = local.saved
    local = completed(local)
    // The server was restored from a backup, or the account begins again there: it gets all that is here.
    if answer.version < known.version { known = PostMarks() }
    var next = PostMarks.Change()
    if isApplied == true {
      var after = known
      if let tried { after.apply(tried) }
      let new = after.change(to: local)
      local = answer
      local.apply(new)
    } else {
      // What was tried may still arrive, until the server has another version: it is sent again as it is here now.
      next = known.change(to: local)
      if let tried { next.add(tried.restated(by: local)) }
      local = answer
      local.apply(next)
      if tried == nil { next = PostMarks.Change() }
    }
    known = answer
    missing = local.saved.subtracting(here)
    next.add(known.change(to: local))
    next = next.part
    tried = next.isEmpty ? nil : next
    // What the server can't have any more needs no note.
    let gone = [known.saved, next.saved, next.unsaved].reduce(takenOff) { $0.subtracting($1) }
    takenOff.subtract(gone)
    return next
  }

  /// Returns the marks of this machine with the saved posts that it has not got.
  private mutating func completed(_ local: PostMarks) -> PostMarks {
    takenOff.subtract(local.saved)
    var local = local
    missing.formUnion(known.saved.subtracting(local.saved))
    missing.subtract(takenOff)
    local.saved.formUnion(missing)
    return local
  }

  /// Notes that this machine has a post that was missing.
  mutating func received(_ post: Int) { missing.subtract(NumberRanges([post])) }

  /// Notes that the user takes a saved post off.
  mutating func takeOff(_ post: Int) { takenOff.formUnion(NumberRanges([post])) }
}
