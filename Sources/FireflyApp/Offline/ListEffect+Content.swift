import FireflyCore
import FireflyModel

extension ListEffect {
  /// The list that it loads from the beginning; nil for other effects.
  package var content: ListContent? {
    switch self {
    case .loadRoot(let level, let audience, nil, _): .root(level.explorer, audience)
    case .loadBeginning(let level, _): .beginning(level.explorer)
    case .loadThreads(_, nil): .threads
    case .loadChildren(let id, _): .level(.children(of: id))
    case .loadBranch(let id, _, nil, _): .branch(of: id)
    case .loadResults(let id, _): .level(.results(query: id))
    case .loadProfile(let email, _): .level(.profile(email: email))
    // A part of them is no list of its own on the disk.
    case .loadAnswers(_, let kind): kind == nil ? .level(.answers) : nil
    case .loadRoot, .loadThreads, .loadBranch, .loadReplies, .loadCached, .loadParent,
      .loadAnswered,
      .loadText, .loadPath, .formatBody, .prefetchChildren, .storeAudience, .storeSeen, .storeRound,
      .storeDensity:
      nil
    }
  }
}
