import FireflyAPI
import FireflyApp
import FireflyClient
import FireflyCore
import FireflyModel

extension EffectRunner {
  /// What keeps the marks in step with the server; nil if the user keeps them on this machine.
  var sharedMarks: MarksSync? {
    runtime?.state.settings.sharesMarks == false ? nil : services.sharedMarks
  }

  func run(_ effect: ReadMarksEffect) {
    guard let marks = services.marks else { return }
    switch effect {
    case .load:
      let account = account
      begin(.readMarks) { send in
        send(.readMarks(.loaded(await BlockingThread.run { marks.marks(of: account) })))
      }
    case .store(let changes):
      marks.apply(changes, to: account)
      sharedMarks?.changed()
    case .agree(let version):
      guard let shared = sharedMarks else { break }
      begin(.sharedMarks) { _ in await shared.agree(on: version) }
    case .findNewest(let known):
      begin(.highestNumber) { [client = services.client] send in
        send(.readMarks(.newestFound(try? await client.highestNumber(known: known))))
      }
    case .findNewestAt(let time):
      begin(.highestNumber) { [client = services.client] send in
        send(.readMarks(.newestFound(try? await client.highestNumber(at: time))))
      }
    case .findNew(let since):
      // Several lists come at once; the first one asks for all of them.
      if isRunning(.newPosts), let asked = newPostsAsked, asked == (since, account) { break }
      newPostsAsked = (since, account)
      begin(.newPosts) { [client = services.client] send in
        // Without an answer, the next list asks again.
        guard let isTold = try? await client.has(.ids) else { return }
        guard isTold else { return send(.readMarks(.newPostsFound(nil))) }
        if let posts = await client.newPosts(below: nil, since: since) {
          send(.readMarks(.newPostsFound(posts)))
        }
      }
    case .findPlaces(let ids):
      begin(.places(ids.first ?? 0)) { [client = services.client] send in
        send(.readMarks(.placesFound(await client.places(of: ids))))
      }
    case .findTexts(let ids, let isNews):
      begin(.texts(ids.first ?? 0)) { [client = services.client] send in
        send(.readMarks(.textsFound(await client.texts(of: ids), isNews: isNews)))
      }
    case .findAnswers:
      begin(.answers) { [client = services.client] send in
        guard (try? await client.has(.answers)) == true else { return }
        if let page = try? await client.answers(nil, 50) {
          send(.readMarks(.answersFound(page.posts)))
        }
      }
    case .findReplies(let story, let level):
      begin(.newReplies) { [client = services.client] send in
        guard let page = try? await ThreadReader(client: client).replies(to: story) else { return }
        send(.readMarks(.repliesFound(page.posts, level: level)))
      }
    case .findUnread(let list, let level):
      begin(.firstUnread) { [client = services.client] send in
        let page = try? await client.recentPosts(Post.Template.post.name, list, nil, 1)
        send(.readMarks(.unreadFound(page?.posts.first?.id, level: level)))
      }
    case .findOrder(let top, let since):
      begin(.unreadOrder) { [client = services.client] send in
        let posts = await client.newPosts(below: top, since: since) ?? []
        send(.readMarks(.orderFound(below: top, posts.map(\.id))))
      }
    }
  }
}
