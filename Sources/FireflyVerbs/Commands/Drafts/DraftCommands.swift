import ArgumentParser
import FireflyClient
import FireflyCore
import Foundation

/// The draft that a command names.
struct NamedDraft: ParsableArguments {
  @Argument(
    help: ArgumentHelp("The draft's id, or its first characters.", valueName: "id"),
    completion: .custom { _, _, _ in Completions.drafts })
  var id: String
}

/// `firefly draft show`: prints a draft.
struct DraftShow: GroupedCommand {
  static let configuration = CommandConfiguration(
    commandName: "show", abstract: "Print a draft: title, summary and text, or as JSON.")

  @OptionGroup var draft: NamedDraft

  @Flag(help: "Print JSON.")
  var json = false

  @OptionGroup var common: CommonOptions
  @ParentCommand var group: DraftGroup

  func perform() throws {
    let context = try CommandContext(Self.spokenName, common)
    let folder = try context.preparedDrafts()
    guard let kept = try folder.draft(folder.id(draft.id)) else {
      throw DraftError.unknown(draft.id)
    }
    guard json else { return try StandardStreams.output(kept.draft.printed) }
    let key = kept.draft.key
    let accounts = (try? context.accounts.all()) ?? [:]
    let account = accounts[key.server]?.first { $0.isOf(key.account) }
    let listed = ListedDraft(kept: kept, account: account, folder: folder.folder)
    let list = PrintedList<ListedDraft>.drafts
    try StandardStreams.output(json: PrintedItem(listed, list.fields, hasAll: false))
  }
}

/// `firefly draft delete`: deletes a draft for good.
struct DraftDelete: GroupedCommand {
  static let configuration = CommandConfiguration(
    commandName: "delete", abstract: "Delete a draft for good.")

  @OptionGroup var draft: NamedDraft
  @OptionGroup var common: CommonOptions
  @ParentCommand var group: DraftGroup

  func perform() throws {
    let folder = try CommandContext(Self.spokenName, common).preparedDrafts()
    try folder.delete(folder.id(draft.id))
    StandardStreams.confirm("Draft deleted.\n")
  }
}

/// `firefly draft restore`: brings a discarded draft back.
struct DraftRestore: GroupedCommand {
  static let configuration = CommandConfiguration(
    commandName: "restore", abstract: "Bring a discarded draft back.")

  @OptionGroup var draft: NamedDraft
  @OptionGroup var common: CommonOptions
  @ParentCommand var group: DraftGroup

  func perform() throws {
    let folder = try CommandContext(Self.spokenName, common).preparedDrafts()
    let key: Draft.Key
    do {
      key = try DraftStore(folder) { _ in }.restore(discarded: folder.id(draft.id))
    } catch DraftError.unknown {
      let id = ForeignText.cleanLine(draft.id, limit: 60)
      throw Failure("No discarded draft “\(id)”. `firefly draft list --discarded` lists them.")
    }
    StandardStreams.confirm("Restored as draft \(folder.name(of: key.id)).\n")
  }
}
