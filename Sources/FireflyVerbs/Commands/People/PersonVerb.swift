import ArgumentParser
import FireflyAPI
import FireflyCore

/// A command that changes how the user and a person of a service stand to each other.
protocol PersonVerb: AccountUsingCommand {
  /// The name of the person, as the service writes it.
  var handle: String { get }
  /// Whether the profile is printed as JSON.
  var json: Bool { get }
}

extension PersonVerb {
  /// Makes a change, unless it holds already.
  ///
  /// - Parameter repeats: whether it is asked for also where it holds, because its details may differ.
  /// - Throws: `Failure`, also if the service does not say that it was done.
  func change(_ change: Relation.Change, repeats: Bool = false) throws {
    try withSession { session in
      try session.require(.people)
      let name = String(handle.drop { $0 == "@" })
      guard let person = try MainLoop.run({ try await session.client.profile(name, true) }) else {
        throw Failure("\(session.site.name) has no profile of \(name).")
      }
      let known = person.facts.relation
      guard known?.isUser != true else { throw Failure("This is your own account.") }
      let holds = known.map(change.isDone) == true && !repeats
      let profile: Post
      do {
        profile =
          holds
          ? person : try MainLoop.run { try await session.client.relate(person.id, change) }
      } catch let error as APIError where error.mayHaveArrived {
        throw Failure("\(session.site.name) did not confirm this. \(error.sentence)")
      }
      let relation = profile.facts.relation
      let title = ForeignText.cleanLine(profile.title, limit: 60)
      let sentence = change.sentence(of: title, on: session.site.name, relation)
      guard relation.map(change.isDone) == true else { throw Failure(sentence) }
      try session.confirm(profile, json: json, else: sentence)
    }
  }
}
