import FireflyApp
import FireflyCore
import FireflyModel

extension EffectRunner {
  func run(_ effect: OutlineEffect) {
    switch effect {
    case .load(let top):
      begin(.outline) { [loader] send in
        send(.outline(.response(top: top, await loader.outline(of: top))))
      }
    case .findLinks(let top):
      begin(.outline) { [loader] send in
        let posts = await loader.posts(linkingTo: top)
        if !posts.isEmpty { send(.outline(.linksResponse(top: top, posts))) }
      }
    case .loadResults(let top):
      begin(.outline) { [loader] send in
        // Each page extends the one before.
        var last: Result<PostPage, LoadFailure>?
        for await page in loader.results(of: top) { last = page }
        guard let last else { return }
        let branch = last.map { page in
          OutlineBranch(
            page.posts.map { OutlineBranch.Node(post: $0, depth: 1) }, isCut: page.isCut)
        }
        send(.outline(.response(top: top, branch)))
      }
    }
  }
}
