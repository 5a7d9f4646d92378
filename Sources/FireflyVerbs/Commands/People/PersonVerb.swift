import ArgumentParser
import FireflyAPI
import FireflyCore
import Foundation

/// A command that changes how the user and a person of a service stand to each other.
protocol PersonVerb: AccountUsingCommand {
  var person: PersonArguments { get }
}

/// What all commands about a person take.
struct PersonArguments: ParsableArguments {
  @Argument(help: "The person, such as @ada@example.org.")
  var handle: String

  @Flag(help: "Print the profile as JSON, {\"post\": …}.")
  var json = false

  /// The name as the service writes it, without the `@` before it.
  ///
  /// - Throws: `ValidationError` if nothing is left.
  func name() throws -> String {
    let name = handle.trimmingCharacters(in: .whitespaces).drop { $0 == "@" }
    guard !name.isEmpty else { throw ValidationError("Name a person, such as @ada@example.org.") }
    return String(name)
  }
}

extension PersonVerb {
  /// Makes a change, unless it holds already.
  ///
  /// - Parameter repeats: whether it is asked for also where it holds, because its details may differ.
  /// - Throws: `Failure`, also if the service does not say that it was done.
  func change(_ change: Relation.Change, repeats: Bool = false) throws {
    let name = try person.name()
    try withSession { session in
      try session.require(.people)
      guard let found = try MainLoop.run({ try await session.client.profile(name, true) }) else {
        throw Failure("\(session.site.name) has no profile of \(name).")
      }
      let known = found.facts.relation
      guard known?.isUser != true else { throw Failure("This is your own account.") }
      let holds = known.map(change.isDone) == true && !repeats
      let profile: Post
      do {
        profile =
          holds
          ? found : try MainLoop.run { try await session.client.relate(found.id, change) }
      } catch let error as APIError where error.mayHaveArrived {
        throw Failure("\(session.site.name) did not confirm this. \(error.sentence)")
      }
      let relation = profile.facts.relation
      let title = ForeignText.cleanLine(profile.title, limit: 60)
      let sentence = change.sentence(of: title, on: session.site.name, relation)
      guard relation.map(change.isDone) == true else { throw Failure(sentence) }
      try session.confirm(profile, json: person.json, else: sentence)
    }
  }
}
