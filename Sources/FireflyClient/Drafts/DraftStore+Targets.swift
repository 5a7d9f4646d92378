import FireflyCore
import Foundation

// Selects the draft to open for a target. Called on the store's queue.
extension DraftStore {
  /// Opens a draft, with its text from the disk or the text that could not be written yet.
  package func opened(_ key: Draft.Key) -> Opening {
    let unwritten = unwritten(key)
    do throws(DraftError) {
      if let unwritten {
        try takeLock(of: key, for: unwritten)
      } else {
        try takeLock(of: key)
      }
    } catch {
      // Unwritten text is still in memory, unless another program has the draft open.
      guard let unwritten, case .unwritable = error else { return .unavailable(error) }
      return .ready(stored(unwritten), idempotencyKey: Self.idempotencyKey(of: unwritten))
    }
    let found = read(key)
    // Pictures that were replaced before the program was killed.
    if unwritten == nil { folder.removePictures(of: key.id, but: found?.draft.copies ?? []) }
    let kept = unwritten.map(stored) ?? found
    return .ready(kept, idempotencyKey: Self.idempotencyKey(of: kept?.draft))
  }

  /// Opens the last changed draft for a target that matches, or a new one.
  func openedAny(
    _ key: Draft.Key, where matches: ((Draft) -> Bool)?
  ) -> (Draft.Key, Opening) {
    // A draft that is open here is being saved.
    var found = usedKeys(of: key).filter { !isOpen($0) }
      .compactMap { unwritten($0).map(stored) ?? waitingDraft(of: $0) }
    if let matches { found.removeAll { !matches($0.draft) } }
    found.sort { $0.changedAt > $1.changedAt }
    for key in found.map(\.draft.key) {
      let opening = opened(key)
      if case .unavailable(.locked) = opening { continue }
      return (key, opening)
    }
    return openedFree(key)
  }

  /// Opens the draft of a target that has one at a time; if it is empty, another draft for the
  /// target replaces it.
  func openedFirst(_ key: Draft.Key) -> Opening {
    let opening = opened(key)
    guard case .ready(let kept, _) = opening, kept?.draft.isWorthKeeping != true else {
      return opening
    }
    for other in usedKeys(of: key)
    where other != key && waitingDraft(of: other) != nil && !isOpen(other) {
      guard let lock = try? folder.lock(other.id), var found = waitingDraft(of: other) else {
        continue
      }
      found.givenName = found.name
      guard let moved = try? copy(found, to: key), (try? folder.write(moved)) != nil
      else { continue }
      state.withLock { $0.known[key] = moved }
      // If it can't be removed, it is offered again.
      if (try? folder.remove(other.id)) != nil { folder.removePictures(of: other.id) }
      withExtendedLifetime(lock) {}
      return .ready(moved, idempotencyKey: Self.idempotencyKey(of: moved.draft))
    }
    return opening
  }

  /// Opens the first free key of a target.
  func openedFree(_ key: Draft.Key) -> (Draft.Key, Opening) {
    for key in freeKeys(of: key) {
      let opening = opened(key)
      if case .unavailable(.locked) = opening { continue }
      return (key, opening)
    }
    return (key, .unavailable(.full))
  }

  /// Returns the keys of a target without a draft.
  func freeKeys(of key: Draft.Key) -> some Sequence<Draft.Key> {
    let ids = folder.ids()
    // A name belongs to one draft.
    let names = folder.givenNames
    return keys(of: key).filter {
      // Damaged drafts are moved aside when the key is opened.
      names[$0.id] == nil && !(ids.contains($0.id) && self.folder.holdsDraft($0.id))
        && !self.isOpen($0)
        && self.unwritten($0) == nil
    }
  }

  /// Returns the keys of a target with a draft, on the disk or in memory.
  func usedKeys(of key: Draft.Key) -> [Draft.Key] {
    let ids = folder.ids()
    let pending = state.withLock { Set($0.pending.keys) }
    return keys(of: key).filter { ids.contains($0.id) || pending.contains($0) }
  }

  private func keys(of key: Draft.Key) -> LazyMapSequence<Range<Int>, Draft.Key> {
    (0..<Self.maximumPerTarget).lazy.map { number in
      Draft.Key(server: key.server, account: key.account, target: key.target, number: number)
    }
  }

  /// Turns a draft whose post was deleted into an open draft of a new post; the caller discards the
  /// old one.
  ///
  /// - Returns: the new draft, nil if another program has the old one open; and why the new one
  ///   could not be stored.
  func renew(
    _ draft: Draft, as target: DraftTarget
  ) async -> (draft: Draft?, problem: DraftError?) {
    await perform {
      do throws(DraftError) {
        try self.takeLock(of: draft.key, for: draft)
      } catch .locked(let process) {
        return (nil, .locked(process: process))
      } catch {
        // A draft that can't be locked can still be sent.
      }
      let (key, opening) = self.openedFree(
        Draft.Key(server: draft.key.server, account: draft.key.account, target: target))
      var problem: DraftError?
      var name = Self.idempotencyKey(of: nil)
      switch opening {
      case .ready(_, let idempotencyKey): name = idempotencyKey
      case .unavailable(let error): problem = error
      }
      var renewed = draft.converted(to: key, idempotencyKey: name)
      let kept = self.pictures.copy(of: renewed, for: key)
      if let name = kept.name { renewed.picture?.copy = name }
      problem = problem ?? kept.problem
      guard problem == nil else { return (renewed, problem) }
      do throws(DraftError) {
        try self.write(renewed)
        return (renewed, nil)
      } catch {
        return (renewed, error)
      }
    }
  }

  /// Reads the draft of a key whose lock is held; damaged files are moved aside.
  private func read(_ key: Draft.Key) -> StoredDraft? {
    var found: StoredDraft?
    do {
      found = try folder.draft(key.id)
      // A draft of another key with the same fingerprint.
      if let other = found, other.draft.key != key { throw DraftError.unknown(key.id) }
    } catch {
      putAside(key)
      found = nil
    }
    state.withLock { $0.known[key] = found }
    return found
  }

  /// Returns the name of an open draft.
  package func name(of key: Draft.Key) -> String {
    state.withLock { $0.known[key]?.name } ?? key.id
  }

  /// Returns the draft of a key on the disk, if it is not empty and not about to be written or
  /// removed.
  func waitingDraft(of key: Draft.Key) -> StoredDraft? {
    guard state.withLock({ $0.pending[key] }) == nil, let kept = try? folder.draft(key.id),
      kept.draft.key == key, kept.draft.isWorthKeeping
    else { return nil }
    return kept
  }

  /// Returns an unwritten draft with its dates.
  package func stored(_ draft: Draft) -> StoredDraft {
    let moment = now()
    let (known, discarded) = state.withLock { ($0.known[draft.key], $0.discarded[draft.key]) }
    var kept = StoredDraft(
      draft: draft, startedAt: known?.startedAt ?? moment, changedAt: moment)
    kept.givenName = known?.givenName ?? discarded?.givenName
    return kept
  }

  /// Returns the idempotency key of a draft, or a new one.
  package static func idempotencyKey(of draft: Draft?) -> String {
    let known = draft?.idempotencyKey ?? ""
    return known.isEmpty ? UUID().uuidString.lowercased() : known
  }
}
