import FireflyApp
import FireflyClient
import FireflyCore
import FireflyModel
import FireflyText
import Foundation

extension EffectRunner {
  /// Runs an effect of the user's own commands.
  func run(_ effect: CommandEffect) {
    switch effect {
    case .run(let call):
      let name = call.command.name
      startingCommands.insert(name)
      begin(.command(name)) { [weak self] send in
        guard let self else { return }
        let result = await output(of: call) {
          self.startingCommands.remove(name)
          send(.command(.began(name)))
        }
        startingCommands.remove(name)
        send(.command(.ended(call.command, result)))
      }
    }
  }

  /// Runs a command, and calls a closure as soon as nothing is missing; returns what it has printed.
  private func output(
    of call: CommandCall, began: () -> Void
  ) async -> Result<String, LoadFailure> {
    let command = call.command
    var values: [OwnCommand.Value: String] = [.server: runtime?.state.places.here ?? ""]
    values[.link] = call.link
    var (post, gift) = (call.post, Gift())
    defer { gift.file?.remove() }
    if let known = post, known.isExcerpt {
      switch await loader.wholePost(known.id) {
      case .failure(let failure): return .failure(failure)
      case .success(let whole): post = whole
      }
    }
    if command.values.contains(.page), let post {
      switch await loader.page(of: post.id) {
      case .failure(let failure): return .failure(failure)
      case .success(let address): values[.page] = address
      }
    }
    do {
      if let post { gift = try await Gift.of(post, to: command, services.symbols) }
      let words = try command.filled(values.merging(gift.values) { _, new in new })
      // The keys that follow are not meant for a program that comes late.
      if command.output == .terminal, runtime?.state.stillMeans(call) != true {
        let again = "“\(command.name)” is ready. Press its key again."
        return .failure(LoadFailure(.refused, again))
      }
      return await run(command, words: words, gift.input, began)
    } catch let problem as OwnCommand.Problem {
      return .failure(LoadFailure(.refused, problem.sentence))
    } catch {
      return .failure(
        LoadFailure(.refused, "The file for “\(command.name)” can't be written: \(error)."))
    }
  }

  private func run(
    _ command: OwnCommand, words: [String], _ input: Data, _ began: () -> Void
  ) async -> Result<String, LoadFailure> {
    let program = ProgramOutput(
      name: "“\(command.name)”", words: words, environment: services.browser.environment,
      maximumBytes: OwnCommand.maximumOutput, seconds: command.seconds, isOwnCommand: true)
    guard let words = program.command else {
      return .failure(LoadFailure(.refused, program.problem ?? ""))
    }
    began()
    if command.output == .terminal {
      let exit = await runInTerminal(
        BrowserLauncher.Command(words: words, usesTerminal: true, waitsForReader: true))
      guard case .failed(let code) = exit else { return .success("") }
      return .failure(
        LoadFailure(.refused, "“\(command.name)” failed (exit code \(code))."))
    }
    do {
      let text = String(decoding: try await program.run([], input: input), as: UTF8.self)
      return .success(ForeignText.clean(text, limit: OwnCommand.maximumShown))
    } catch {
      return .failure(LoadFailure(error))
    }
  }
}

/// What a command gets of a post.
private struct Gift: Sendable {
  var values: [OwnCommand.Value: String] = [:]
  var input = Data()
  /// The file of `bodyFile`; nil if the command has no use for it.
  var file: BodyFile?

  /// Prepares it, off the main actor: texts may be long.
  ///
  /// - Throws: `SystemProblem` if the file can't be written.
  @concurrent static func of(
    _ post: Post, to command: OwnCommand, _ symbols: TextSymbols
  ) async throws(SystemProblem) -> Gift {
    var gift = Gift()
    gift.values = [
      .id: "\(post.id)",
      .title: post.title.isEmpty ? PostText(summary: post.opening).label : post.title,
      .summary: post.summary,
      .author: post.authorName ?? "",
    ]
    if !post.isRoot { gift.values[.parent] = post.parentID.map { "\($0)" } }
    if command.values.contains(.url) {
      gift.values[.url] =
        post.service == nil
        ? MarkdownFormatter.format(post.body, width: 80, symbols: symbols, linksPosts: false).links
          .first
        : post.serviceLink
    }
    switch command.input {
    case .none: break
    case .body: gift.input = Data(post.body.utf8)
    case .json:
      let encoder = JSONEncoder()
      encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
      gift.input = (try? encoder.encode(post)) ?? Data()
    }
    if command.values.contains(.bodyFile), !post.body.isEmpty {
      gift.file = try BodyFile(post.body)
      gift.values[.bodyFile] = gift.file?.path
    }
    return gift
  }
}

extension Post {
  /// The page, picture or film that a post of a service is about, or else its first link that names no one and no hashtag.
  fileprivate var serviceLink: String? {
    if let link = service?.link { return link }
    var first: String?
    _ = BodyMark.rewriting(body, withAddresses: true) { mark in
      let sign = mark.label.first { $0 != "\\" }
      if first == nil, mark.kind != .picture, !"@#".contains(sign ?? " ") {
        first = mark.address
      }
      return nil
    }
    return first
  }
}
