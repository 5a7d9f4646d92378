import Foundation
import OwnThreads
import TerminalHarness
import Testing

/// Archives and folders that `firefly import` reads.
@Suite(.ownThreads) struct ArchiveImportTests {
  @Test func messagesNameTheArchive() throws {
    let program = try Program()
    try program.write("text", to: "v/a.bin")
    let packed = try program.shell("tar czf v.tgz v && \"$FIREFLY\" import v.tgz")
    #expect(packed.error == "firefly: v.tgz: there are no Markdown files in this archive.\n")
    let piped = try program.shell("\"$FIREFLY\" import --from org - < v.tgz")
    #expect(piped.error == "firefly: standard input: there are no Org files in this archive.\n")
  }

  @Test func anArchiveMayBeLargerThanAnImport() throws {
    let program = try Program()
    for number in 1...3 { try program.write("# note \(number)", to: "v/n\(number).md") }
    let result = try program.shell(
      """
      truncate -s 280M v/film.bin
      tar cf v.tar v && tar czf v.tgz v && rm v/film.bin
      printf '%s\n' \
        'import zipfile' 'z = zipfile.ZipFile("v.zip", "w")' \
        'for n in "123": z.write("v/n" + n + ".md")' \
        'f = z.open("v/film.bin", "w", force_zip64=False)' \
        'for n in range(280): f.write(bytes(1 << 20))' 'f.close(); z.close()' > zip.py
      python3 zip.py || cp v.tgz v.zip
      "$FIREFLY" import v.tar; "$FIREFLY" import v.tgz; "$FIREFLY" import - < v.tgz; "$FIREFLY" import v.zip
      """)
    let lines = result.error.split(separator: "\n").filter { !$0.contains("guessed") }
    #expect(
      lines.filter { $0.contains("left out: 1 file (film.bin)") }.count == 4, "\(result.error)")
    #expect(lines.filter { $0 == "firefly: 3 posts" }.count > 0, "\(result.error)")
    #expect(result.status == 0)
  }

  @Test func aMissingFolderForTemporaryFilesIsNamed() throws {
    let program = try Program()
    try program.write("text", to: "v/a.md")
    let result = try program.shell("tar czf v.tgz v && TMPDIR=$PWD/none \"$FIREFLY\" import v.tgz")
    #expect(
      result.error
        == "firefly: v.tgz: document: its files can't be unpacked into the folder for temporary files: "
        + "No such file or directory. TMPDIR names another one\n")
  }

  @Test func otherCompressionsAreNamed() throws {
    let program = try Program()
    try program.write("BZh91AY&SY", to: "v.tar.bz2")
    #expect(
      try program.run("import", "v.tar.bz2").error
        == "firefly: v.tar.bz2: this is compressed by bzip2. Unpack it first, with bzip2 -d.\n")
  }

  @Test func anArchiveFromStandardInputIsNoNewPlace() throws {
    let program = try Program()
    try program.write("text", to: "v/a.md")
    for folder in ["one", "two"] {
      try program.write(folder, to: "\(folder)/b.md")
      let result = try program.shell("tar cf - v \(folder) | \"$FIREFLY\" import -")
      #expect(result.error.split(separator: "\n").count == 2, "\(result.error)")
      #expect(
        result.error.hasPrefix("firefly: 4 posts (2 notes in 2 folders)\nfirefly: guessed: 2 dates")
      )
    }
  }

  @Test func notesOfAnArchiveHaveTheirDates() throws {
    let program = try Program()
    try program.write("text", to: "v/a.md")
    let result = try program.shell(
      "touch -d 2015-05-05T10:00:00Z v/a.md && tar czf v.tgz v && \"$FIREFLY\" import v.tgz "
        + "&& \"$FIREFLY\" posts --json")
    #expect(result.output.contains("2015-05-05T10:00:00Z"), "\(result.output)")
  }

  @Test func aSignalRemovesTheFilesOfAnArchive() throws {
    let program = try Program()
    let result = try program.shell(
      """
      mkdir v tmp && cd v && for n in $(seq 3000); do echo "$n" > $n.md; done; cd ..
      tar cf v.tar v
      TMPDIR=$PWD/tmp "$FIREFLY" import v.tar > out & pid=$!
      while [ -z "$(ls tmp)" ] && kill -0 $pid; do :; done
      kill -TERM $pid; wait $pid; ls tmp
      """)
    #expect(result.output == "")
  }

  @Test func whatTheUserMayNotReadIsCounted() throws {
    let program = try Program()
    for path in ["v/a.md", "v/b.md", "v/p.png", "v/sub/c.md"] {
      try program.write("![](p.png)", to: path)
    }
    // Root may read everything.
    let result = try program.shell(
      """
      chmod 000 v/b.md v/p.png v/sub
      as=
      if [ "$(id -u)" = 0 ]; then
        as="setpriv --reuid=65534 --regid=65534 --clear-groups"
        chmod 777 . && $as test -x "$FIREFLY" || { echo skipped; exit; }
      fi
      $as "$FIREFLY" --data "$PWD/own" import v
      """)
    _ = try program.shell("chmod -R 700 v")
    if result.output == "skipped\n" { return }
    #expect(
      result.error.contains(
        "left out: 2 files that can't be read (b.md …), 1 folder that can't be read (sub)"),
      "\(result.error)")
    #expect(!result.error.contains("--data"))
  }
}
