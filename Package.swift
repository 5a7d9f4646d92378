// swift-tools-version: 6.1
import PackageDescription

/// Settings every Swift target shares: the Swift 6 language mode is the package's default.
let strict: [SwiftSetting] = [
  .enableUpcomingFeature("ExistentialAny"),
]

let package = Package(
  name: "firefly",
  products: [
    .executable(name: "firefly", targets: ["firefly"]),
    .library(name: "FireflyCore", targets: ["FireflyCore"]),
  ],
  dependencies: [
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.5.0"),
    .package(
      url: "https://github.com/apple/swift-configuration", from: "1.0.0", traits: ["YAML"]),
    .package(url: "https://github.com/apple/swift-log", from: "1.6.0"),
    .package(url: "https://github.com/groue/GRDB.swift", from: "7.0.0"),
    .package(url: "https://github.com/swhitty/FlyingFox", from: "0.26.0"),
  ],
  targets: [
    // The tree of posts: models, navigation, layout. Knows no terminal and no network.
    .target(name: "FireflyCore", swiftSettings: strict),
    .testTarget(name: "FireflyCoreTests", dependencies: ["FireflyCore"], swiftSettings: strict),

    // Cells, styles and keys. Knows no posts and no ncurses.
    .target(name: "CWideCharacter"),
    .target(name: "FireflyScreen", dependencies: ["CWideCharacter"], swiftSettings: strict),
    .testTarget(
      name: "FireflyScreenTests", dependencies: ["FireflyScreen"], swiftSettings: strict),

    // The wire: one description of the endpoints for both of its ends, and the live client.
    .target(
      name: "FireflyAPI",
      dependencies: ["FireflyCore", .product(name: "Logging", package: "swift-log")],
      swiftSettings: strict),

    // The embedded server.
    .target(
      name: "FireflyServer",
      dependencies: [
        "FireflyCore", "FireflyAPI",
        .product(name: "GRDB", package: "GRDB.swift"),
        .product(name: "FlyingFox", package: "FlyingFox"),
        .product(name: "Logging", package: "swift-log"),
      ],
      resources: [.copy("FieldGuide")],
      swiftSettings: strict),
    .testTarget(
      name: "FireflyServerTests", dependencies: ["FireflyServer", "FireflyAPI", "FireflyCore"],
      swiftSettings: strict),
    .testTarget(
      name: "FireflyAPITests", dependencies: ["FireflyAPI", "FireflyServer", "FireflyCore"],
      swiftSettings: strict),

    // Markdown to styled, wrapped lines.
    .systemLibrary(name: "CMarkdown", providers: [.apt(["libcmark-gfm-dev"])]),
    .target(
      name: "FireflyText", dependencies: ["FireflyCore", "FireflyScreen", "CMarkdown"],
      swiftSettings: strict),
    .testTarget(name: "FireflyTextTests", dependencies: ["FireflyText"], swiftSettings: strict),

    // State, actions, effects, views: pure functions.
    .target(
      name: "FireflyApp", dependencies: ["FireflyCore", "FireflyScreen"], swiftSettings: strict),

    // ncurses, and nothing else, lives behind these two.
    .target(
      name: "CTerminal",
      linkerSettings: [.linkedLibrary("ncursesw"), .linkedLibrary("tinfo")]),
    .target(
      name: "FireflyCurses", dependencies: ["FireflyScreen", "CTerminal"], swiftSettings: strict),

    // The loop: runs effects, draws frames.
    .target(
      name: "FireflyRuntime",
      dependencies: [
        "FireflyApp", "FireflyAPI", "FireflyText", "FireflyScreen", "FireflyCore",
        .product(name: "Logging", package: "swift-log"),
      ],
      swiftSettings: strict),

    // The command line and the composition of all of the above.
    .executableTarget(
      name: "firefly",
      dependencies: [
        "FireflyAPI", "FireflyApp", "FireflyCore", "FireflyCurses", "FireflyRuntime",
        "FireflyScreen", "FireflyServer", "FireflyText",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
        .product(name: "Configuration", package: "swift-configuration"),
        .product(name: "Logging", package: "swift-log"),
      ],
      swiftSettings: strict),
  ],
  swiftLanguageModes: [.v6]
)
