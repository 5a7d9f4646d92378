import FireflyModel
import FireflyScreen
import Testing

@testable import FireflyApp

/// The line for a path: what Tab makes of it.
@Suite("The line for a path")
struct PathLineTests {
  private func line(_ text: String) -> PathLine { PathLine(text, columns: 40) }

  private func found(_ text: String, _ folder: String, _ names: String...) -> PathCompletion {
    PathCompletion(text: text, folder: folder, names: names)
  }

  @Test func goesOnWhereThereIsOneWay() {
    var line = line("~/Pi")
    #expect(line.complete(1) == [.attachment(.completePath("~/Pi"))])
    line.namesFound(found("~/Pi", "~/", "Pictures/"))
    #expect(line.text.text == "~/Pictures/")
    #expect(line.completion == nil)
    #expect(line.complete(1) == [.attachment(.completePath("~/Pictures/"))])
  }

  @Test func goesAsFarAsAllNamesAgreeAndThenThroughThem() {
    var line = line("a")
    line.namesFound(found("a", "", "anna 1.png", "anna 2.png", "anna 3/"))
    #expect(line.text.text == "anna ")
    #expect(line.complete(1).isEmpty)
    #expect(line.text.text == "anna 1.png")
    _ = line.complete(1)
    _ = line.complete(1)
    #expect(line.text.text == "anna 3/")
    _ = line.complete(1)
    #expect(line.text.text == "anna 1.png")
    _ = line.complete(-1)
    #expect(line.text.text == "anna 3/")
    // Typed on, another question is another one.
    _ = line.edit(.type("x"))
    #expect(line.completion == nil)
    #expect(line.complete(1) == [.attachment(.completePath("anna 3/x"))])
  }

  @Test func putsTheCaseOfLettersRight() {
    var line = line("PIC")
    line.namesFound(found("PIC", "", "pictures/"))
    #expect(line.text.text == "pictures/")
  }

  @Test func dropsWhatComesTooLate() {
    var line = line("a")
    _ = line.edit(.type("b"))
    line.namesFound(found("a", "", "anna.png"))
    #expect(line.text.text == "ab")
  }

  @Test func opensAFolderAtEnter() {
    var line = line("~/Pictures/")
    let (paths, effects) = line.accept()
    #expect(paths == [])
    #expect(effects == [.attachment(.completePath("~/Pictures/"))])
    #expect(!line.isBusy)
    var empty = self.line("  ")
    #expect(empty.accept().paths == [])
    #expect(!empty.isBusy)
  }

  @Test func takesPastedPathsAsTheyAreMeant() {
    var line = line("")
    _ = line.edit(.paste("'/a b.png'\n"))
    #expect(line.text.text == "/a b.png")
    _ = line.edit(.undo)
    #expect(line.text.text == "")
  }
}
