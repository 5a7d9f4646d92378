import CArchive
import FireflyTransfer
import Foundation

/// Reads the files of an archive with libarchive, one after the other; only a piece is in memory.
final class ArchiveReader {
  /// What an archive is.
  enum Format {
    /// One file without a name.
    case gzip
    case tar, zip
  }

  /// Why a file can't be read.
  enum Problem {
    case damaged
    /// It is compressed in a way that libarchive doesn't know.
    case unknown
    /// The archive ends in it.
    case isCut
  }

  /// Bytes of the archive, and of a file in it, that are read at once.
  static let (inputSize, pieceSize) = (64 << 10, 256 << 10)
  /// Maximum number of files of a zip archive that are damaged so that it is read again from its beginning.
  private static let maxDamages = 100
  /// Maximum bytes that are read before the first file, such as the directory of a zip archive, which is kept in memory.
  static let maxDirectory = 32 << 20

  /// Why the file that is read now can't be read; nil if it can.
  private(set) var problem: Problem?

  private let library: firefly_archive_functions
  private let format: Format
  private let source: any ArchiveSource
  private var archive: OpaquePointer?
  private let input: UnsafeMutableRawBufferPointer
  private var output = [UInt8](repeating: 0, count: pieceSize)
  private var failure: (any Error)?
  /// The files so far, and the bytes that were read before the first one.
  private var (count, directory) = (0, 0)
  private var damages = 0
  /// Whether libarchive can't read on.
  private var isLost = false

  /// Begins.
  ///
  /// - Throws: `ImportError` if libarchive is missing.
  init(_ format: Format, _ source: any ArchiveSource) throws(ImportError) {
    guard let library = firefly_archive()?.pointee else { throw .missingLibrary }
    (self.library, self.format, self.source) = (library, format, source)
    input = .allocate(byteCount: Self.inputSize, alignment: 1)
  }

  deinit {
    if archive != nil { _ = library.archive_read_free(archive) }
    input.deallocate()
  }

  /// Returns the next file, but not folders; nil at the end, also of a tar archive that is cut (`problem`).
  ///
  /// What was not read of the one before is skipped.
  ///
  /// - Throws: `ImportError` if the archive is damaged, and what reading it throws.
  func next() throws -> ArchiveEntry? {
    let locale = firefly_use_utf8()
    defer { _ = uselocale(locale) }
    if archive == nil { try open() }
    if isLost { try skipDamage() }
    while !isLost, let header = try header() {
      problem = nil
      let kind = library.archive_entry_filetype(header) & mode_t(AE_IFMT)
      if kind != mode_t(AE_IFDIR) { return entry(header, kind) }
    }
    return nil
  }

  /// Returns the next piece of the content of the last file; nil at its end, or if there is a problem.
  ///
  /// - Throws: what reading the archive throws.
  func piece() throws -> ArraySlice<UInt8>? {
    guard problem == nil else { return nil }
    let count = library.archive_read_data(archive, &output, output.count)
    if let failure { throw failure }
    if count > 0 { return output[..<count] }
    guard count < 0 else { return nil }
    isLost = count < ARCHIVE_FAILED
    let words = library.archive_error_string(archive).map { String(cString: $0) } ?? ""
    problem =
      words.hasPrefix("Unsupported") ? .unknown : isLost && format == .tar ? .isCut : .damaged
    return nil
  }

  /// Begins again behind the file that can't be read: the directory of a zip archive still knows the others.
  private func skipDamage() throws {
    guard format == .zip else { return }
    let known = count
    damages += 1
    guard damages <= Self.maxDamages else { throw damage }
    try open()
    while count < known, try header() != nil {}
  }

  private func open() throws {
    if archive != nil { _ = library.archive_read_free(archive) }
    _ = source.seek(0, from: SEEK_SET)
    archive = library.archive_read_new()
    (count, directory, isLost) = (0, 0, false)
    switch format {
    case .gzip:
      // Without this, libarchive would unpack a file within a file within a file.
      _ = library.archive_read_append_filter(archive, Int32(ARCHIVE_FILTER_GZIP))
      _ = library.archive_read_support_format_raw(archive)
    case .tar: _ = library.archive_read_support_format_tar(archive)
    case .zip:
      _ = library.archive_read_support_format_zip_seekable(archive)
      _ = library.archive_read_set_seek_callback(archive) { _, reader, offset, origin in
        ArchiveReader.of(reader).source.seek(Int(offset), from: origin).map(Int64.init) ?? -1
      }
    }
    _ = library.archive_read_set_callback_data(archive, Unmanaged.passUnretained(self).toOpaque())
    _ = library.archive_read_set_read_callback(archive) { _, reader, bytes in
      ArchiveReader.of(reader).fill(bytes)
    }
    guard library.archive_read_open1(archive) >= ARCHIVE_WARN else { throw failure ?? damage }
  }

  private static func of(_ context: UnsafeMutableRawPointer?) -> ArchiveReader {
    // libarchive passes on what it was given.
    guard let context else { preconditionFailure("libarchive has lost its context") }
    return Unmanaged.fromOpaque(context).takeUnretainedValue()
  }

  /// Gives libarchive the next bytes.
  private func fill(_ bytes: UnsafeMutablePointer<UnsafeRawPointer?>?) -> Int {
    do {
      let piece = try source.read(input.count)
      directory += piece.count
      guard count > 0 || directory <= Self.maxDirectory else { throw damage }
      input.copyBytes(from: piece)
      bytes?.pointee = UnsafeRawPointer(input.baseAddress)
      return piece.count
    } catch {
      failure = error
      return -1
    }
  }

  /// Reads a header; nil at the end.
  private func header() throws -> OpaquePointer? {
    var header: OpaquePointer?
    let status = library.archive_read_next_header(archive, &header)
    if let failure { throw failure }
    count += 1
    if status == ARCHIVE_OK || status == ARCHIVE_WARN { return header }
    if status == ARCHIVE_EOF { return nil }
    guard format == .tar else { throw damage }
    (problem, isLost) = (.isCut, true)
    return nil
  }

  private var damage: ImportError {
    .damaged(place: "document", reason: "the \(format) archive is damaged")
  }

  private func entry(_ header: OpaquePointer, _ kind: mode_t) -> ArchiveEntry {
    let target = library.archive_entry_hardlink(header).map(ArchiveEntry.text)
    let content: ArchiveEntry.Content =
      if library.archive_entry_is_encrypted(header) != 0 {
        .none("encrypted file", "encrypted files")
      } else if let target {
        .copy(of: target)
      } else if kind == mode_t(AE_IFREG) {
        .file
      } else if kind == mode_t(AE_IFLNK) {
        .none("symbolic link", "symbolic links")
      } else {
        .none("special file", "special files")
      }
    return ArchiveEntry(
      path: library.archive_entry_pathname(header).map(ArchiveEntry.text) ?? "", content: content,
      size: Int(library.archive_entry_size(header)),
      changed: ArchiveEntry.date(library.archive_entry_mtime(header)))
  }
}
