// swift-tools-version: 6.2
import PackageDescription

/// Settings every Swift target shares; the Swift 6 language mode is the package's default.
let strict: [SwiftSetting] = [.enableUpcomingFeature("ExistentialAny")]

/// Settings of targets that import FoundationNetworking.
///
/// Its module makes the linker load libcurl at the start; with these flags libcurl is loaded by its first
/// call (Sources/CCurl/loading.c).
let networked: [SwiftSetting] =
  strict + [.unsafeFlags(["-Xfrontend", "-disable-autolink-library", "-Xfrontend", "curl"])]

/// Settings of tests and what they use: compiled in the same build as the program, but not optimised.
let unoptimised: [SwiftSetting] = strict + [.unsafeFlags(["-Onone"])]

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
  ],
  targets: [
    // The tree of posts: models, navigation, layout. Independent of the terminal and the network.
    .systemLibrary(name: "CDigest", providers: [.apt(["libmd-dev"])]),
    .target(name: "FireflyCore", dependencies: ["CDigest"], swiftSettings: strict),

    // Loads libraries on first use.
    .target(
      name: "CDynamicLibrary", linkerSettings: [.linkedLibrary("dl"), .linkedLibrary("pthread")]),

    // Parses HTML with libxml2.
    .target(name: "CHTML", dependencies: ["CDynamicLibrary"]),

    // Unpacks .gz files with zlib.
    .target(name: "CGzip", dependencies: ["CDynamicLibrary"]),

    // What comes from outside, read in bounds: character sets, HTML, the XML of feeds, dates, addresses.
    .target(
      name: "FireflyForeign", dependencies: ["CHTML", "FireflyCore", "FireflyText"],
      swiftSettings: strict),

    // Read-only trees of posts on the web: Hacker News and others.
    .target(
      name: "FireflySources",
      dependencies: ["FireflyAPI", "FireflyCore", "FireflyForeign", "FireflyText", logging],
      swiftSettings: networked),

    // Cells, styles and keys. Independent of posts and of ncurses.
    .target(name: "CWideCharacter"),
    .systemLibrary(name: "CBidi", providers: [.apt(["libfribidi-dev"])]),
    .target(
      name: "FireflyScreen", dependencies: ["CBidi", "CWideCharacter"], swiftSettings: strict),

    // The wire format, shared by client and server, and the live client.
    // libcurl is loaded by its first call: see Sources/CCurl/loading.c.
    .target(name: "CCurl", linkerSettings: [.linkedLibrary("dl"), .linkedLibrary("pthread")]),
    .target(
      name: "FireflyAPI", dependencies: ["CCurl", "FireflyCore", logging], swiftSettings: networked),

    // System calls that Swift can't make: the heap, libdispatch's timers, watches on files.
    .target(name: "CProcess"),

    // Starts other programs. Independent of posts.
    .target(name: "CSpawn"),
    .target(name: "FireflyPrograms", dependencies: ["CSpawn"], swiftSettings: strict),

    // Writes JSON. Independent of posts.
    .target(name: "FireflyJSON", swiftSettings: strict),

    // An HTTP server. Independent of posts; the embedded server and the automation port use it.
    .target(
      name: "FireflyHTTP",
      dependencies: [
        "FireflyJSON",
        .product(name: "NIOCore", package: "swift-nio"),
        .product(name: "NIOHTTP1", package: "swift-nio"),
        .product(name: "NIOPosix", package: "swift-nio"),
      ],
      swiftSettings: strict),

    // libpq, the client library of PostgreSQL, loaded by its first call.
    .target(name: "CPostgres", dependencies: ["CDynamicLibrary"]),

    // Posts on their way between stores and files.
    .target(
      name: "FireflyTransfer", dependencies: ["FireflyAPI", "FireflyCore"],
      swiftSettings: networked),

    // Posts in a database, with their pictures and accounts. Independent of HTTP.
    .target(
      name: "FireflyStore",
      dependencies: [
        "CCurl", "CPostgres", "CProcess", "FireflyAPI", "FireflyCore", "FireflyJSON",
        "FireflyPrograms", "FireflyTransfer", logging,
        .product(name: "GRDB", package: "GRDB.swift"),
        .product(name: "GRDBSQLite", package: "GRDB.swift"),
      ],
      resources: [.copy("FieldGuide")], swiftSettings: networked),

    // The embedded server.
    .target(
      name: "FireflyServer",
      dependencies: [
        "FireflyAPI", "FireflyCore", "FireflyHTTP", "FireflyJSON", "FireflyStore", logging,
      ],
      swiftSettings: networked),

    // Markdown to styled, wrapped lines.
    .systemLibrary(name: "CMarkdown", providers: [.apt(["libcmark-gfm-dev"])]),
    .target(
      name: "FireflyText", dependencies: ["CMarkdown", "FireflyCore", "FireflyScreen"],
      swiftSettings: strict),

    // Posts as files for people and other programs: folders of Markdown, web pages.
    .target(
      name: "FireflyExports",
      dependencies: [
        "FireflyCore", "FireflyStore", "FireflyText", "FireflyTransfer",
        .product(name: "Yams", package: "Yams"),
      ],
      swiftSettings: networked),

    // Converts other programs' files to documents to import: pure functions, and a reader of folders.
    .target(
      name: "FireflyImports",
      dependencies: [
        "CGzip", "FireflyAPI", "FireflyCore", "FireflyForeign", "FireflySources", "FireflyText",
        "FireflyTransfer", .product(name: "Yams", package: "Yams"),
      ],
      swiftSettings: networked),

    // Editable text: grapheme clusters, undo, word wrapping.
    .target(
      name: "FireflyEditor", dependencies: ["FireflyCore", "FireflyScreen"], swiftSettings: strict),

    // Finds misspelled words with hunspell's dictionaries.
    .target(name: "CSpelling", dependencies: ["CDynamicLibrary"]),
    .target(name: "FireflySpelling", dependencies: ["CSpelling"], swiftSettings: strict),

    // Converts pictures to cells.
    .target(name: "CPictures", dependencies: ["CDynamicLibrary"]),
    .target(
      name: "FireflyPictures", dependencies: ["CPictures", "FireflyCore", "FireflyScreen"],
      swiftSettings: strict),

    // What the client loads and keeps, and the app shows: values.
    .target(name: "FireflyModel", dependencies: ["FireflyCore"], swiftSettings: strict),

    // State, actions, effects, views: pure functions.
    .target(
      name: "FireflyApp",
      dependencies: ["FireflyCore", "FireflyEditor", "FireflyModel", "FireflyScreen"],
      swiftSettings: strict),

    // Kept files, drafts, accounts, other programs; loads and saves posts. Knows no screen.
    .target(
      name: "FireflyClient",
      dependencies: [
        "FireflyAPI", "FireflyCore", "FireflyModel", "FireflyPictures", "FireflyPrograms",
        "FireflyScreen", logging,
      ],
      swiftSettings: networked),

    // The only targets that use ncurses.
    .target(
      name: "CTerminal",
      linkerSettings: [.linkedLibrary("ncursesw"), .linkedLibrary("tinfo")]),
    .target(
      name: "FireflyCurses", dependencies: ["CTerminal", "FireflyScreen"], swiftSettings: strict),

    // The loop: runs effects, draws frames.
    .target(
      name: "FireflyRuntime",
      dependencies: [
        "FireflyAPI", "FireflyApp", "FireflyClient", "FireflyCore", "FireflyModel",
        "FireflyPictures", "FireflyScreen", "FireflySpelling", "FireflyText", logging,
      ],
      swiftSettings: networked),

    // The port of 127.0.0.1 by which programs control the terminal UI.
    .target(
      name: "FireflyAutomation",
      dependencies: [
        "FireflyAPI", "FireflyApp", "FireflyCore", "FireflyHTTP", "FireflyJSON", "FireflyRuntime",
        "FireflyScreen", "FireflyText",
      ],
      swiftSettings: networked),

    // The verbs of the command line. Knows neither the app nor ncurses.
    .target(
      name: "FireflyVerbs",
      dependencies: [
        "CProcess", "FireflyAPI", "FireflyClient", "FireflyCore", "FireflyExports",
        "FireflyForeign", "FireflyHTTP", "FireflyImports", "FireflyJSON", "FireflyModel",
        "FireflyPictures", "FireflyPrograms", "FireflyScreen", "FireflyServer", "FireflySources",
        "FireflyStore", "FireflyText", "FireflyTransfer", logging,
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ],
      swiftSettings: networked),

    // Reads the configuration: what verbs need of it, and the settings of the terminal UI.
    .target(
      name: "FireflyConfiguration",
      dependencies: [
        "FireflyAPI", "FireflyApp", "FireflyClient", "FireflyCore", "FireflyModel",
        "FireflyScreen", "FireflySources", "FireflySpelling", "FireflyVerbs",
        .product(name: "Yams", package: "Yams"),
      ],
      swiftSettings: networked),

    // The terminal UI, and the composition of all of the above.
    .executableTarget(
      name: "firefly",
      dependencies: [
        "CProcess", "FireflyAPI", "FireflyApp", "FireflyAutomation", "FireflyClient",
        "FireflyConfiguration", "FireflyCore", "FireflyCurses", "FireflyHTTP", "FireflyImports",
        "FireflyModel", "FireflyRuntime", "FireflyScreen", "FireflySources", "FireflyText",
        "FireflyVerbs", logging,
      ],
      swiftSettings: networked,
      linkerSettings: [
        // No wake-ups while idle: see Sources/CProcess/quiet.c.
        // Only the program is linked statically: it needs no Swift at run time, and starts sooner. The tests need
        // libraries that the toolchain has as dynamic ones only, so the modules are compiled for both.
        .unsafeFlags([
          "-static-stdlib", "-lCoreFoundation", "-l_FoundationICU", "-l_FoundationCollections",
          "-l_FoundationCShims", "-l_CFURLSessionInterface",
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
      dependencies: ["CPseudoTerminal", "CVirtualTerminal", "CWideCharacter", "FireflyPrograms"],
      path: "Tests/TerminalHarness", swiftSettings: unoptimised),
    .executableTarget(
      name: "firefly-bench",
      dependencies: [
        "FireflyPrograms", "PlainServer", "PostgresHarness", "TerminalHarness",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ],
      path: "Benchmarks/firefly-bench", swiftSettings: strict),
    .executableTarget(
      name: "FireflyCursesProbe",
      dependencies: ["FireflyCurses", "FireflyEditor", "FireflyScreen"],
      path: "Tests/FireflyCursesProbe", swiftSettings: unoptimised),

    .executableTarget(
      name: "FireflyDraftsProbe", dependencies: ["FireflyClient", "FireflyCore"],
      path: "Tests/FireflyDraftsProbe", swiftSettings: unoptimised),

    // A server that implements the API without our extensions.
    .target(
      name: "PlainServer", dependencies: ["FireflyHTTP"], path: "Tests/PlainServer",
      swiftSettings: unoptimised),

    // A temporary PostgreSQL server for tests.
    .target(
      name: "PostgresHarness", dependencies: ["FireflyPrograms"], path: "Tests/PostgresHarness",
      swiftSettings: unoptimised),

    // Reproducible random numbers.
    .target(name: "SeededRandom", path: "Tests/SeededRandom", swiftSettings: unoptimised),

    // Inputs that grow, and numbers that can be anything.
    .target(name: "OddInputs", path: "Tests/OddInputs", swiftSettings: unoptimised),

    // What is logged, in memory.
    .target(
      name: "KeptLog", dependencies: [logging], path: "Tests/KeptLog", swiftSettings: unoptimised),

    // Waits for what must happen.
    .target(name: "Eventually", path: "Tests/Eventually", swiftSettings: unoptimised),

    // Identities as literals.
    .target(
      name: "IdentityLiterals", dependencies: ["FireflyCore"], path: "Tests/IdentityLiterals",
      swiftSettings: unoptimised),

    // Threads for tests that block.
    .target(name: "OwnThreads", path: "Tests/OwnThreads", swiftSettings: unoptimised),

    .testTarget(
      name: "FireflyCoreTests",
      dependencies: ["FireflyCore", "IdentityLiterals", "OddInputs", "SeededRandom"],
      swiftSettings: unoptimised),
    .testTarget(
      name: "FireflyScreenTests", dependencies: ["FireflyScreen"], swiftSettings: unoptimised),
    .testTarget(
      name: "FireflyAPITests",
      dependencies: [
        "Eventually", "FireflyAPI", "FireflyCore", "KeptLog", "OddInputs", logging,
      ],
      swiftSettings: unoptimised),
    .testTarget(
      name: "FireflyHTTPTests",
      dependencies: ["Eventually", "FireflyHTTP", "FireflyJSON", "SeededRandom"],
      swiftSettings: unoptimised
    ),
    .testTarget(
      name: "FireflyServerTests",
      dependencies: [
        "Eventually", "FireflyAPI", "FireflyCore", "FireflyHTTP", "FireflyJSON",
        "FireflyPrograms", "FireflyServer", "FireflyStore", "FireflyTransfer", "KeptLog",
        "OddInputs", "PostgresHarness", "SeededRandom", "TerminalHarness",
        .product(name: "GRDB", package: "GRDB.swift"),
        .product(name: "NIOCore", package: "swift-nio"),
      ],
      swiftSettings: unoptimised),
    .testTarget(
      name: "FireflyForeignTests",
      dependencies: ["FireflyCore", "FireflyForeign", "FireflyText", "OddInputs", "SeededRandom"],
      swiftSettings: unoptimised),
    // Fakes of the services that Firefly reads, on 127.0.0.1.
    .target(
      name: "SourceFakes", dependencies: ["FireflyHTTP", "FireflyPrograms"],
      path: "Tests/SourceFakes",
      swiftSettings: unoptimised),
    .testTarget(
      name: "FireflySourcesTests",
      dependencies: [
        "Eventually", "FireflyAPI", "FireflyCore", "FireflyForeign", "FireflySources",
        "FireflyText", "IdentityLiterals", "KeptLog", "OddInputs", "SeededRandom", "SourceFakes",
        logging,
      ],
      exclude: ["Articles/Fixtures", "Mastodon/Fixtures"], swiftSettings: unoptimised),
    .testTarget(
      name: "FireflyExportsTests",
      dependencies: [
        "FireflyCore", "FireflyExports", "FireflyImports", "FireflyPrograms", "FireflyStore",
        "FireflyTransfer", "OddInputs", "SeededRandom",
      ],
      swiftSettings: unoptimised),
    .testTarget(
      name: "FireflyImportsTests",
      dependencies: [
        "FireflyAPI", "FireflyCore", "FireflyForeign", "FireflyImports", "FireflySources",
        "FireflyTransfer", "OddInputs", "SeededRandom",
      ],
      exclude: ["Fixtures"], swiftSettings: unoptimised),
    .testTarget(
      name: "FireflyTextTests",
      dependencies: ["FireflyScreen", "FireflyText", "OddInputs", "SeededRandom"],
      swiftSettings: unoptimised),
    .testTarget(
      name: "FireflyEditorTests", dependencies: ["FireflyEditor", "FireflyScreen", "SeededRandom"],
      swiftSettings: unoptimised),
    .testTarget(
      name: "FireflySpellingTests", dependencies: ["FireflySpelling"], swiftSettings: unoptimised),
    .testTarget(
      name: "FireflyPicturesTests",
      dependencies: ["FireflyCore", "FireflyPictures", "FireflyScreen", "SeededRandom"],
      swiftSettings: unoptimised),
    .testTarget(
      name: "FireflyAppTests",
      dependencies: [
        "FireflyApp", "FireflyCore", "FireflyModel", "FireflyScreen", "FireflyText",
        "IdentityLiterals", "OddInputs", "SeededRandom",
      ],
      exclude: ["Screens"], swiftSettings: unoptimised),
    .testTarget(
      name: "FireflyRuntimeTests",
      dependencies: [
        "Eventually", "FireflyAPI", "FireflyApp", "FireflyAutomation", "FireflyClient",
        "FireflyCore", "FireflyDraftsProbe", "FireflyHTTP", "FireflyModel", "FireflyPictures",
        "FireflyPrograms", "FireflyRuntime", "FireflyScreen", "FireflyServer", "FireflySources",
        "FireflyStore", "FireflyText", "IdentityLiterals", "OddInputs", "SeededRandom",
        "SourceFakes", "TerminalHarness", logging,
      ],
      swiftSettings: unoptimised),
    .testTarget(
      name: "FireflyCursesTests",
      dependencies: [
        "FireflyCurses", "FireflyCursesProbe", "FireflyEditor", "FireflyScreen", "SeededRandom",
        "TerminalHarness",
      ],
      swiftSettings: unoptimised),
    .testTarget(
      name: "TerminalHarnessTests", dependencies: ["TerminalHarness"], swiftSettings: unoptimised),
    // The documents, compared with the code.
    .testTarget(
      name: "DocumentationTests",
      dependencies: [
        "FireflyAPI", "FireflyApp", "FireflyClient", "FireflyCore", "FireflyForeign", "FireflyHTTP",
        "FireflyImports", "FireflyModel", "FireflyPictures", "FireflyRuntime", "FireflyServer",
        "FireflySources", "FireflyStore", "FireflyTransfer",
      ],
      swiftSettings: unoptimised),
    .testTarget(
      name: "CommandTests",
      dependencies: [
        "Eventually", "FireflyConfiguration", "FireflyCore", "FireflyPrograms", "FireflyVerbs",
        "IdentityLiterals", "OddInputs", "OwnThreads", "PlainServer", "PostgresHarness",
        "SeededRandom", "TerminalHarness",
      ],
      swiftSettings: unoptimised),
    .testTarget(
      name: "EndToEndTests",
      dependencies: [
        "Eventually", "FireflyPrograms", "OwnThreads", "PlainServer", "SeededRandom", "SourceFakes",
        "TerminalHarness",
      ],
      swiftSettings: unoptimised),
    .testTarget(
      name: "FireflyBenchTests",
      dependencies: ["PostgresHarness", "TerminalHarness", "firefly-bench"],
      swiftSettings: unoptimised),
  ],
  swiftLanguageModes: [.v6]
)
