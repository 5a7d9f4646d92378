import Testing

@testable import FireflyCore

/// Paths that others wrote stay in their folder.
@Suite struct ForeignPathTests {
  @Test(arguments: [
    ("a/b", "x/y/a/b"), ("./a//b/.", "x/y/a/b"), ("../a", "x/a"), ("a/../../b", "x/b"),
    ("../..", ""), ("", "x/y"), ("/a", "x/y/a"), ("..a/b..", "x/y/..a/b.."),
  ])
  func stepsAreTaken(_ path: String, _ expected: String) {
    #expect(ForeignPath.steps(path, from: ["x", "y"])?.joined(separator: "/") == expected)
  }

  @Test(arguments: ["../../../a", "a/../../../..", "../../../../x/y"])
  func pathsThatLeadOut(_ path: String) {
    #expect(ForeignPath.steps(path, from: ["x", "y"]) == nil)
    #expect(ForeignPath.steps(path, from: ["x", "y"], forgives: true) != nil)
  }

  @Test func stepsAtTheTopAreForgiven() {
    #expect(ForeignPath.steps("../../a", from: ["x"], forgives: true) == ["a"])
  }
}
