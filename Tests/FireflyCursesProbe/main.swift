import FireflyCurses
import FireflyScreen
import Glibc

// A program for the tests of FireflyCurses, run by them in a pseudo-terminal: ncurses wants a
// process of its own. The argument says what it draws; keys say what it does next.

let environment = Dictionary(
  uniqueKeysWithValues: [
    "TERM", "COLORTERM", "NO_COLOR", "LANG", "LC_ALL", "LC_CTYPE", "STY", "SSH_TTY", "LINES",
    "COLUMNS",
  ]
  .compactMap { (name: String) in getenv(name).map { (name, String(cString: $0)) } })

let scene = CommandLine.arguments.dropFirst().first ?? "keys"
let rounds = CommandLine.arguments.dropFirst(2).first.flatMap { Int($0) } ?? 1

do {
  let begin = ContinuousClock.now
  let screen = try CursesScreen(environment: environment)
  let started = ContinuousClock.now - begin
  switch scene {
  case "cards": Cards(screen: screen).run()
  case "cells": Sampler(screen: screen).run()
  case "colors": ColorStorm(screen: screen).run(frames: rounds)
  case "writing": Writing(screen: screen).run()
  case "bye": break
  case "bench": Bench(screen: screen, started: started).run(rounds: rounds)
  default: KeyLog(screen: screen).run()
  }
  screen.close()
} catch {
  print(error)
  exit(2)
}
