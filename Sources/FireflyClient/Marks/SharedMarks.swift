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
  /// Posts that are saved and that this machine has not got yet.
  var missing = NumberRanges()

  /// Returns the number of marks that the server has not got.
  ///
  /// - Parameter local: the marks of this machine.
  func unsent(_ local: PostMarks) -> Int {
    var local = local
    local.saved.formUnion(missing)
    let change = known.change(to: local)
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
    local.saved.formUnion(missing)
    let here = local.saved
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
    missing.formUnion(local.saved.subtracting(here))
    missing = missing.subtracting(missing.subtracting(local.saved))
    next.add(known.change(to: local))
    next = next.part
    tried = next.isEmpty ? nil : next
    return next
  }
}
