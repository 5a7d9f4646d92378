import FireflyApp
import FireflyClient
import FireflyCore
import FireflyModel

extension EffectRunner {
  func run(_ effect: DraftEffect) {
    let drafts = services.drafts
    switch effect {
    case .open(let key):
      open(key) { await $0.openAny(key) }
    case .openThis(let key):
      open(key) { await $0.openAny(key) { $0.key == key } }
    case .reopen(let key):
      open(key) { (key, await $0.reopen(key)) }
    case .openNew(let key):
      open(key) { await $0.openNew(key) }
    case .find(let server, let account):
      begin(.drafts) { [views = services.views] send in
        var found = await drafts?.drafts(on: server, adoptedBy: account) ?? []
        let others = found.filter { $0.draft.key.account != account }
        found.removeAll { $0.draft.key.account != account }
        let damaged = await drafts?.damagedCount() ?? 0
        let newest = found.map(\.changedAt).max()
        let areNews = newest.map { views?.isNews(draftOf: $0, by: account) ?? true } ?? false
        send(
          .editor(.draftsFound(found, damaged: damaged, others: others, areNews: areNews)))
      }
    case .findOrphans(let candidates):
      begin(.orphans) { [loader] send in
        let orphans = await loader.orphans(among: candidates)
        if !orphans.isEmpty { send(.editor(.orphansFound(orphans))) }
      }
    case .convert(let draft, let target, let saves):
      begin(.conversion(draft.key.target)) { send in
        let renewal = await DraftConversion(draft, as: target, saves: saves, in: drafts)
        send(.editor(.draftConverted(renewal)))
      }
    case .storeSoon(let key): saveSoon(key)
    case .store(let draft): drafts?.save(draft)
    case .close(let key): drafts?.close(key)
    case .remove(let key): drafts?.remove(key, keepsPictures: true)
    case .discard(let draft): drafts?.discard(draft)
    case .restore(let draft): drafts?.restore(draft)
    }
  }

  private func open(
    _ key: Draft.Key,
    _ open: @escaping @MainActor (DraftStore) async -> (Draft.Key, DraftStore.Opening)
  ) {
    begin(.draft(key.target)) { [drafts = services.drafts] send in
      let opening =
        if let drafts {
          DraftOpening(await open(drafts), in: drafts)
        } else {
          DraftOpening(unstored: key)
        }
      send(.editor(.draftOpened(key.target, opening)))
    }
  }

  /// Seconds between the first change of a burst of keystrokes and its write.
  static let draftDelay = 0.5

  /// Saves a draft after `draftDelay`, so that a burst of keystrokes causes one write.
  private func saveSoon(_ key: Draft.Key) {
    guard services.drafts != nil, changedDrafts.insert(key).inserted, changedDrafts.count == 1
    else { return }
    Task { [weak self] in
      try? await Task.sleep(for: .seconds(Self.draftDelay))
      self?.saveChangedDrafts()
    }
  }

  /// Saves the changed drafts as they are now.
  func saveChangedDrafts() {
    for draft in changedDrafts.compactMap(currentDraft) { services.drafts?.save(draft) }
    changedDrafts = []
  }

  /// Saves the changed drafts, and then calls a closure with whether all drafts are on the disk.
  func whenSaved(_ done: @escaping @MainActor (Bool) -> Void) {
    saveChangedDrafts()
    Task { [drafts = services.drafts] in
      // Off the main actor, because it blocks.
      let isOnDisk = if let drafts { await drafts.flushed() == nil } else { false }
      done(isOnDisk)
    }
  }
}
