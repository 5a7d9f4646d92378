// swift-tools-version: 6.2
import PackageDescription

/// Settings every Swift target shares; the Swift 6 language mode is the package's default.
let strict: [SwiftSetting] = [.enableUpcomingFeature("ExistentialAny")]

/// For what is built upon FoundationNetworking, whose module asks the linker for libcurl: it is loaded
/// when it is first called instead (Sources/CCurl/loading.c).
let networked: [SwiftSetting] =
  strict + [.unsafeFlags(["-Xfrontend", "-disable-autolink-library", "-Xfrontend", "curl"])]

let logging = Target.Dependency.product(name: "Logging", package: "swift-log")

let package = Package(
  name: "firefly",
  products: [
    .executable(name: "firefly", targets: ["firefly"]),
    .library(name: "FireflyCore", targets: ["FireflyCore"]),
  ],
  dependencies: [
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.5.0"),
    .package(url: "https://github.com/apple/swift-log", from: "1.6.0"),
    .package(url: "https://github.com/apple/swift-nio", from: "2.80.0"),
    .package(url: "https://github.com/groue/GRDB.swift", from: "7.0.0"),
    .package(url: "https://github.com/jpsim/Yams", from: "6.0.0"),
    .package(url: "https://github.com/swiftlang/swift-subprocess", from: "1.0.0"),
  ],
  targets: [
    // The tree of posts: models, navigation, layout. Knows no terminal and no network.
    .systemLibrary(name: "CDigest", providers: [.apt(["libmd-dev"])]),
    .target(name: "FireflyCore", dependencies: ["CDigest"], swiftSettings: strict),

    // HTML, by libxml2.
    .target(name: "CHTML", linkerSettings: [.linkedLibrary("dl"), .linkedLibrary("pthread")]),

    // Trees of posts on the web that can only be read: Hacker News and others.
    .target(
      name: "FireflySources", dependencies: ["CHTML", "FireflyAPI", "FireflyCore", logging],
      swiftSettings: networked),

    // Cells, styles and keys. Knows no posts and no ncurses.
    .target(name: "CWideCharacter"),
    .systemLibrary(name: "CBidi", pkgConfig: "fribidi", providers: [.apt(["libfribidi-dev"])]),
    .target(
      name: "FireflyScreen", dependencies: ["CBidi", "CWideCharacter"], swiftSettings: strict),

    // The wire: one description of the endpoints for both of its ends, and the live client.
    // libcurl is loaded when it is first called: see Sources/CCurl/loading.c.
    .target(name: "CCurl", linkerSettings: [.linkedLibrary("dl"), .linkedLibrary("pthread")]),
    .target(
      name: "FireflyAPI", dependencies: ["CCurl", "FireflyCore", logging], swiftSettings: networked),

    // What only C can ask of the system: the heap, libdispatch's habits, watches on files.
    .target(name: "CProcess"),

    // HTTP as a server speaks it. Knows no posts: the embedded server and others stand upon it.
    .target(
      name: "FireflyHTTP",
      dependencies: [
        .product(name: "NIOCore", package: "swift-nio"),
        .product(name: "NIOHTTP1", package: "swift-nio"),
        .product(name: "NIOPosix", package: "swift-nio"),
      ],
      swiftSettings: strict),

    // PostgreSQL's own client library, loaded when it is first called.
    .target(
      name: "CPostgres", linkerSettings: [.linkedLibrary("dl"), .linkedLibrary("pthread")]),

    // The embedded server.
    .target(
      name: "FireflyServer",
      dependencies: [
        "CCurl", "CPostgres", "CProcess", "FireflyAPI", "FireflyCore", "FireflyHTTP", logging,
        .product(name: "GRDB", package: "GRDB.swift"),
        .product(name: "GRDBSQLite", package: "GRDB.swift"),
      ],
      resources: [.copy("FieldGuide")], swiftSettings: networked),

    // Markdown to styled, wrapped lines.
    .systemLibrary(name: "CMarkdown", providers: [.apt(["libcmark-gfm-dev"])]),
    .target(
      name: "FireflyText", dependencies: ["CMarkdown", "FireflyCore", "FireflyScreen"],
      swiftSettings: strict),

    // Posts as files for people and other programs: folders of Markdown, web pages.
    .target(
      name: "FireflyExports",
      dependencies: [
        "FireflyCore", "FireflyServer", "FireflyText", .product(name: "Yams", package: "Yams"),
      ],
      swiftSettings: networked),

    // Other programs' files as documents to import. Pure functions, except the one that reads folders.
    .target(
      name: "FireflyImports",
      dependencies: [
        "CHTML", "FireflyCore", "FireflyServer", "FireflySources", "FireflyText",
        .product(name: "Yams", package: "Yams"),
      ],
      swiftSettings: networked),

    // Text while it is written: by characters, with undo, wrapped as it is read.
    .target(name: "FireflyEditor", dependencies: ["FireflyScreen"], swiftSettings: strict),

    // Which words are misspelt, by hunspell's dictionaries.
    .target(name: "CSpelling", linkerSettings: [.linkedLibrary("dl"), .linkedLibrary("pthread")]),
    .target(name: "FireflySpelling", dependencies: ["CSpelling"], swiftSettings: strict),

    // Pictures to cells.
    .target(
      name: "CPictures", linkerSettings: [.linkedLibrary("dl"), .linkedLibrary("pthread")]),
    .target(
      name: "FireflyPictures", dependencies: ["CPictures", "FireflyCore", "FireflyScreen"],
      swiftSettings: strict),

    // State, actions, effects, views: pure functions.
    .target(
      name: "FireflyApp", dependencies: ["FireflyCore", "FireflyEditor", "FireflyScreen"],
      swiftSettings: strict),

    // ncurses, and nothing else, lives behind these two.
    .target(
      name: "CTerminal",
      linkerSettings: [.linkedLibrary("ncursesw"), .linkedLibrary("tinfo")]),
    .target(
      name: "FireflyCurses", dependencies: ["CTerminal", "FireflyScreen"], swiftSettings: strict),

    // Whose the other end of a connection is, by Linux's sock_diag.
    .target(name: "CSocketOwner"),

    // The loop: runs effects, draws frames.
    .target(
      name: "FireflyRuntime",
      dependencies: [
        "CSocketOwner", "FireflyAPI", "FireflyApp", "FireflyCore", "FireflyHTTP", "FireflyPictures",
        "FireflyScreen", "FireflySpelling", "FireflyText", logging,
      ],
      swiftSettings: networked),

    // The command line and the composition of all of the above.
    .executableTarget(
      name: "firefly",
      dependencies: [
        "CProcess", "FireflyAPI", "FireflyApp", "FireflyCore", "FireflyCurses", "FireflyExports",
        "FireflyHTTP", "FireflyImports", "FireflyPictures", "FireflyRuntime", "FireflyScreen",
        "FireflyServer", "FireflySources", "FireflySpelling", "FireflyText", logging,
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
        .product(name: "Subprocess", package: "swift-subprocess"),
        .product(name: "Yams", package: "Yams"),
      ],
      swiftSettings: networked,
      linkerSettings: [
        // No wake-ups while idle: see Sources/CProcess/quiet.c.
        .unsafeFlags([
          "-Xlinker", "--wrap=dispatch_source_create",
          "-Xlinker", "--wrap=dispatch_source_set_timer",
        ])
      ]),

    // Programs in a pseudo-terminal: for the end-to-end tests and the benchmark.
    .systemLibrary(
      name: "CVirtualTerminal", path: "Tests/CVirtualTerminal",
      providers: [.apt(["libvterm-dev"])]),
    .target(name: "CPseudoTerminal", path: "Tests/CPseudoTerminal"),
    .target(
      name: "TerminalHarness",
      dependencies: ["CPseudoTerminal", "CVirtualTerminal", "CWideCharacter"],
      path: "Tests/TerminalHarness", swiftSettings: strict),
    .executableTarget(
      name: "firefly-bench",
      dependencies: [
        "PlainServer", "TerminalHarness",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ],
      path: "Benchmarks/firefly-bench", swiftSettings: strict),
    .executableTarget(
      name: "FireflyCursesProbe",
      dependencies: ["FireflyCurses", "FireflyEditor", "FireflyScreen"],
      path: "Tests/FireflyCursesProbe", swiftSettings: strict),

    .executableTarget(
      name: "FireflyDraftsProbe", dependencies: ["FireflyCore", "FireflyRuntime"],
      path: "Tests/FireflyDraftsProbe", swiftSettings: strict),

    // A server of the contract without our extensions.
    .target(
      name: "PlainServer", dependencies: ["FireflyHTTP"], path: "Tests/PlainServer",
      swiftSettings: strict),

    // A PostgreSQL server of the tests' own.
    .target(name: "PostgresHarness", path: "Tests/PostgresHarness", swiftSettings: strict),

    // Random numbers that are the same in every run.
    .target(name: "SeededRandom", path: "Tests/SeededRandom", swiftSettings: strict),

    // Threads for tests that block.
    .target(name: "OwnThreads", path: "Tests/OwnThreads", swiftSettings: strict),

    .testTarget(
      name: "FireflyCoreTests", dependencies: ["FireflyCore", "SeededRandom"],
      swiftSettings: strict),
    .testTarget(
      name: "FireflyScreenTests", dependencies: ["FireflyScreen"], swiftSettings: strict),
    .testTarget(
      name: "FireflyAPITests",
      dependencies: ["FireflyAPI", "FireflyCore", "FireflyServer", logging],
      swiftSettings: strict),
    .testTarget(
      name: "FireflyHTTPTests", dependencies: ["FireflyHTTP", "SeededRandom"], swiftSettings: strict
    ),
    .testTarget(
      name: "FireflyServerTests",
      dependencies: [
        "FireflyAPI", "FireflyCore", "FireflyHTTP", "FireflyServer", "PostgresHarness",
        "SeededRandom", "TerminalHarness", .product(name: "GRDB", package: "GRDB.swift"),
      ],
      swiftSettings: strict),
    // Services that can only be read, as far as Firefly asks them, on 127.0.0.1.
    .target(
      name: "SourceFakes", dependencies: ["FireflyHTTP"], path: "Tests/SourceFakes",
      swiftSettings: strict),
    .testTarget(
      name: "FireflySourcesTests",
      dependencies: [
        "FireflyAPI", "FireflyCore", "FireflySources", "FireflyText", "SeededRandom", "SourceFakes",
        logging,
      ],
      swiftSettings: strict),
    .testTarget(
      name: "FireflyExportsTests",
      dependencies: [
        "FireflyCore", "FireflyExports", "FireflyImports", "FireflyServer", "SeededRandom",
      ],
      swiftSettings: strict),
    .testTarget(
      name: "FireflyImportsTests",
      dependencies: ["FireflyCore", "FireflyImports", "FireflyServer", "SeededRandom"],
      exclude: ["Fixtures"], swiftSettings: strict),
    .testTarget(
      name: "FireflyTextTests", dependencies: ["FireflyScreen", "FireflyText", "SeededRandom"],
      swiftSettings: strict),
    .testTarget(
      name: "FireflyEditorTests", dependencies: ["FireflyEditor", "FireflyScreen", "SeededRandom"],
      swiftSettings: strict),
    .testTarget(
      name: "FireflySpellingTests", dependencies: ["FireflySpelling"], swiftSettings: strict),
    .testTarget(
      name: "FireflyPicturesTests",
      dependencies: ["FireflyCore", "FireflyPictures", "FireflyScreen", "SeededRandom"],
      swiftSettings: strict),
    .testTarget(
      name: "FireflyAppTests",
      dependencies: ["FireflyApp", "FireflyCore", "FireflyScreen", "FireflyText", "SeededRandom"],
      exclude: ["Screens"], swiftSettings: strict),
    .testTarget(
      name: "FireflyRuntimeTests",
      dependencies: [
        "FireflyAPI", "FireflyApp", "FireflyCore", "FireflyDraftsProbe", "FireflyHTTP",
        "FireflyPictures", "FireflyRuntime", "FireflyScreen", "FireflyServer", "FireflyText",
        "SeededRandom", "TerminalHarness", logging,
      ],
      swiftSettings: strict),
    .testTarget(
      name: "FireflyCursesTests",
      dependencies: [
        "FireflyCurses", "FireflyCursesProbe", "FireflyEditor", "FireflyScreen", "SeededRandom",
        "TerminalHarness",
      ],
      swiftSettings: strict),
    .testTarget(
      name: "TerminalHarnessTests", dependencies: ["TerminalHarness"], swiftSettings: strict),
    .testTarget(
      name: "CommandTests",
      dependencies: [
        "FireflyCore", "OwnThreads", "PlainServer", "PostgresHarness", "TerminalHarness", "firefly",
      ],
      swiftSettings: strict),
    .testTarget(
      name: "EndToEndTests",
      dependencies: [
        "OwnThreads", "PlainServer", "SeededRandom", "SourceFakes", "TerminalHarness", "firefly",
      ],
      swiftSettings: strict),
    .testTarget(
      name: "FireflyBenchTests", dependencies: ["TerminalHarness", "firefly", "firefly-bench"],
      swiftSettings: strict),
  ],
  swiftLanguageModes: [.v6]
)
