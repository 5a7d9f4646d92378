import FireflyApp
import FireflyCore

/// Runs effects, and sends what comes of them back as actions.
///
/// The effects of a feature are run in a file of its name.
@MainActor
final class EffectRunner {
  /// What the effects of every feature are run with.
  let services: EffectServices
  /// The loop, which owns the runner.
  private weak var host: (any EffectHost)?
  /// Drafts that have changed since they were kept.
  var changedDrafts: Set<Draft.Key> = []
  /// Searches of jobs that have not begun yet: the text, and the posts to search.
  var pendingSearches: [JobID: (text: String, posts: [Post])] = [:]
  /// What is under way.
  ///
  /// A number tells a job from the one that took its place.
  private var jobs: [JobID: (number: Int, task: Task<Void, Never>)] = [:]
  private var lastNumber = 0
  private var isOver = false

  /// A runner whose results go to a host.
  init(_ services: EffectServices, host: any EffectHost) {
    self.services = services
    self.host = host
  }

  /// The e-mail of the current user; nil if no user is signed in.
  var account: String? { host?.account }

  /// Loads posts as results for the state.
  var loader: PostLoader { PostLoader(client: services.client, log: services.log) }

  /// Begins an effect; returns the action it leads to at once, if it does.
  func run(_ effect: Effect) -> Action? {
    switch effect {
    case .list(let effect): return run(effect)
    case .find(let effect): run(effect)
    case .links(let effect): return run(effect)
    case .outline(let effect): run(effect)
    case .picture(let effect): run(effect)
    case .moving(let effect): run(effect)
    case .writing(let effect): return run(effect)
    case .draft(let effect): run(effect)
    case .attachment(let effect): run(effect)
    case .spelling(let request, let language): run(request, in: language)
    case .signIn(let effect): run(effect)
    case .badges(let effect): run(effect)

    case .terminal(let effect): host?.perform(effect)
    case .cancel(let job): cancel(job)
    case .cancelLevel(let level):
      for job in jobs.keys {
        if case .level(level, _) = job { cancel(job) }
      }
    case .send(let action): return action
    }
    return nil
  }

  /// A draft as it is now; nil if it is not being written.
  func currentDraft(_ key: Draft.Key) -> Draft? { host?.currentDraft(key) }

  /// The names of what is under way, in no order; without what goes on for as long as the program does.
  var requests: [String] { jobs.keys.filter { !$0.runsUntilExit }.map(\.words) }

  /// Stops everything that is under way.
  func cancelAll() {
    for job in jobs.values { job.task.cancel() }
    jobs = [:]
    isOver = true
  }

  /// Stops a job.
  func cancel(_ job: JobID) {
    jobs.removeValue(forKey: job)?.task.cancel()
    pendingSearches[job] = nil
  }

  /// Begins a job, in the place of the one of the same name.
  ///
  /// - Parameters:
  ///   - job: its name.
  ///   - work: does it, and sends what comes of it: one action, several or none.
  func begin(
    _ job: JobID, _ work: @escaping @MainActor (_ send: @escaping (Action) -> Void) async -> Void
  ) {
    cancel(job)
    lastNumber += 1
    let number = lastNumber
    let task = Task { [weak self] in
      await work { action in
        if !Task.isCancelled { self?.send(action) }
      }
      guard let self, jobs[job]?.number == number else { return }
      jobs[job] = nil
      host?.jobEnded()
    }
    jobs[job] = (number, task)
  }

  private func send(_ action: Action) {
    if !isOver { host?.send(action) }
  }
}
