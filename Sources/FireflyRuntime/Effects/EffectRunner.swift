import FireflyApp
import FireflyClient
import FireflyCore
import FireflyModel

/// Runs effects, and sends their results as actions.
///
/// The effects of a feature are in a file of its name.
@MainActor
final class EffectRunner {
  /// The services that effects use.
  let services: EffectServices
  /// The loop, which owns the runner and receives its results.
  private(set) weak var runtime: Runtime?
  /// Drafts with unsaved changes.
  var changedDrafts: Set<Draft.Key> = []
  /// Searches whose jobs have not started: the text, and the posts to search.
  var pendingSearches: [JobID: (text: String, posts: [Post])] = [:]
  /// The replies that are requested together with the path to their post, until that has come.
  var repliesAhead: (post: Post.ID, pages: AsyncStream<Result<PostPage, LoadFailure>>)?
  /// Since which number, and for whom, new posts were requested last.
  var newPostsAsked: (since: Post.ID, account: PersonID?)?
  /// The running jobs.
  ///
  /// The number tells a job from one that replaced it.
  private var jobs: [JobID: (number: Int, task: Task<Void, Never>)] = [:]
  private var lastNumber = 0
  /// The names of the user's own commands that have what they need only soon, or never.
  var startingCommands: Set<String> = []
  private var isOver = false

  init(_ services: EffectServices, for runtime: Runtime) {
    self.services = services
    self.runtime = runtime
  }

  /// What identifies the current user; nil if no user is signed in.
  var account: PersonID? { runtime?.state.account.key }

  /// Loads posts for the lists.
  var loader: PostLoader { PostLoader(client: services.client, log: services.log) }

  /// Runs an effect; returns its immediate result, if it has one.
  func run(_ effect: Effect) -> Action? {
    switch effect {
    case .list(let effect): return run(effect)
    case .find(let effect): run(effect)
    case .links(let effect): return run(effect)
    case .article(let effect): return run(effect)
    case .columns(let effect): return run(effect)
    case .thread(let effect): return run(effect)
    case .later(let effect): run(effect)
    case .keep(let effect): run(effect)
    case .mute(let effect): run(effect)
    case .person(let effect): run(effect)
    case .command(let effect): run(effect)
    case .mark(let effect): run(effect)
    case .outline(let effect): run(effect)
    case .picture(let effect): run(effect)
    case .moving(let effect): run(effect)
    case .writing(let effect): return run(effect)
    case .draft(let effect): run(effect)
    case .attachment(let effect): run(effect)
    case .spelling(let request, let language): run(request, in: language)
    case .signIn(let effect): run(effect)
    case .badges(let effect): run(effect)
    case .readMarks(let effect): run(effect)
    case .places(let effect): return run(effect)

    case .terminal(let effect): return runtime?.perform(effect)
    case .cancel(let job): cancel(job)
    case .cancelLevel(let level):
      for job in jobs.keys {
        if case .level(level, _) = job { cancel(job) }
      }
    case .send(let action): return action
    }
    return nil
  }

  func runInTerminal(_ browser: BrowserLauncher.Command) async -> BrowserLauncher.Exit {
    await runtime?.run(browser) ?? .opened
  }

  /// The replies to the user among the loaded posts.
  var loadedAnswers: [Post] { runtime?.surroundings.loadedAnswers ?? [] }
  /// The newest replies in the branches that the user follows.
  var followedReplies: [Post.ID] { runtime?.state.followedReplies ?? [] }

  /// A draft as it is now; nil if it is not being written.
  func currentDraft(_ key: Draft.Key) -> Draft? { runtime?.surroundings.currentDraft(key) }

  /// The names of the running jobs, unordered, except those that wait for others.
  var requests: [String] {
    jobs.keys.filter {
      if case .command(let name) = $0 { return startingCommands.contains(name) }
      return !$0.waitsForOthers && $0 != .prefetch
    }.map(\.label)
  }

  /// Whether posts or texts of lists are loading; pictures, which may take seconds, don't count.
  var isLoadingLists: Bool {
    jobs.keys.contains { if case .level = $0 { true } else { false } }
  }

  /// The deletions under way.
  var deletions: [Task<Void, Never>] {
    jobs.compactMap { if case .delete = $0.key { $0.value.task } else { nil } }
  }

  /// Cancels all jobs.
  func cancelAll() {
    for job in jobs.values { job.task.cancel() }
    jobs = [:]
    isOver = true
  }

  func isRunning(_ job: JobID) -> Bool { jobs[job] != nil }

  func cancel(_ job: JobID) {
    jobs.removeValue(forKey: job)?.task.cancel()
    pendingSearches[job] = nil
  }

  /// Starts a job, and cancels the one with the same ID.
  ///
  /// - Parameter work: does the work, and sends any number of actions.
  func begin(
    _ job: JobID, _ work: @escaping @MainActor (_ send: @escaping (Action) -> Void) async -> Void
  ) {
    cancel(job)
    lastNumber += 1
    let number = lastNumber
    let task = Task { [weak self] in
      await work { action in
        if !Task.isCancelled { self?.sendAnyway(action) }
      }
      guard let self, jobs[job]?.number == number else { return }
      jobs[job] = nil
      runtime?.stepped()
    }
    jobs[job] = (number, task)
  }

  /// Sends what has happened, also of a job that was cancelled too late to prevent it.
  func sendAnyway(_ action: Action) {
    if !isOver { runtime?.send(action) }
  }
}
