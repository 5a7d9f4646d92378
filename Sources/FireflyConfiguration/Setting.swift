import FireflyCore
import FireflyModel

/// A setting as one row: what the file, its report, the template and the manual say of it.
///
/// `Setting.all` is the table.
struct Setting: Sendable {
  /// Reads the setting, and reports what is refused.
  typealias Reading = @Sendable (Setting, ConfigurationSource, inout SettingsFile) -> Void
  /// Returns why the text of a setting is refused, as a sentence; nil once it is set.
  typealias Change = @Sendable (String, inout SettingsFile, ConfigurationSource) -> String?

  /// The name with its levels: `motion`, `mute.words`.
  let name: String
  /// What may be written, as it ends a sentence: `true or false`.
  let allowed: String
  /// What the setting does: a sentence of the template, without wrapping.
  let help: String
  /// The value in the template, where it is not the default.
  let example: String?
  /// What the report says if there is no value.
  let absence: String?
  /// The value as the report prints it; nil for none.
  let value: @Sendable (SettingsFile) -> String?
  private let reading: Reading

  /// The levels of the name.
  let key: [String]

  /// The default, as the report prints it; nil if there is none.
  var standard: String? { value(SettingsFile.standard) }

  /// The line of the template that sets it.
  var line: String { "\(name): \(example ?? standard ?? "")" }

  /// Creates a row that reads itself.
  init(
    _ name: SettingName, _ allowed: String, _ help: String, example: String? = nil,
    absence: String? = nil, value: @escaping @Sendable (SettingsFile) -> String? = { _ in nil },
    reading: @escaping Reading
  ) {
    (self.name, key, self.allowed, self.help) = (name.rawValue, name.key, allowed, help)
    (self.example, self.absence) = (example, absence)
    (self.value, self.reading) = (value, reading)
  }

  /// Creates the row of a setting with one value.
  init(
    _ name: SettingName, _ allowed: String, _ help: String, example: String? = nil,
    absence: String? = nil, value: @escaping @Sendable (SettingsFile) -> String?,
    change: @escaping Change
  ) {
    self.init(name, allowed, help, example: example, absence: absence, value: value) {
      row, source, file in
      guard let text = file.text(source, row.key, allowed) else { return }
      guard let refusal = change(text, &file, source) else { return }
      file.complain(source.complaint(row.key, refusal))
    }
  }

  /// Sets it from the file or its variable, and reports a value that is missing or refused.
  func read(_ source: ConfigurationSource, into file: inout SettingsFile) {
    reading(self, source, &file)
  }
}

// The kinds of rows.
extension Setting {
  /// A path to the value of a setting.
  typealias Path<Value> = any WritableKeyPath<SettingsFile, Value> & Sendable

  /// One of few values.
  static func choice<Value: RawRepresentable & CaseIterable & SendableMetatype>(
    _ name: SettingName, _ path: Path<Value>, _ help: String
  ) -> Setting where Value.RawValue == String {
    let known = Value.allCases.map(\.rawValue)
    return Setting(name, SettingsFile.list(known), help) {
      $0[keyPath: path].rawValue
    } change: { text, file, _ in
      guard let value = Value(rawValue: text) else { return file.notValid(text, known: known) }
      file[keyPath: path] = value
      return nil
    }
  }

  /// Yes or no.
  static func flag(_ name: SettingName, _ path: Path<Bool>, _ help: String) -> Setting {
    parsed(name, path, "true or false", help, { "\($0)" }) { text, _ in
      SettingsFile.flags[text.lowercased()]
    }
  }

  /// Words or people that are muted.
  static func muted(
    _ name: SettingName, _ help: String, _ words: @escaping @Sendable (Muted) -> [String],
    _ change: @escaping @Sendable (inout Muted, [String]) -> Void
  ) -> Setting {
    Setting(name, "a list", help) {
      "[" + words($0.settings.muted).map(SettingsReport.quoted).joined(separator: ", ") + "]"
    } reading: { row, source, file in
      let words = (source.words(row.key) ?? []).filter { !$0.isEmpty }
      if words.count > Muted.maximum {
        file.complain(source.complaint(row.key, "at most \(Muted.maximum) are allowed."))
      }
      change(&file.settings.muted, Array(words.prefix(Muted.maximum)))
    }
  }

  /// A value with a form of its own: how it is printed, and how it is read, nil for one that is not valid.
  static func parsed<Value>(
    _ name: SettingName, _ path: Path<Value>, _ allowed: String, _ help: String,
    example: String? = nil,
    absence: String? = nil, _ print: @escaping @Sendable (Value) -> String?,
    _ parse: @escaping @Sendable (String, ConfigurationSource) -> Value?
  ) -> Setting {
    Setting(name, allowed, help, example: example, absence: absence) {
      print($0[keyPath: path])
    } change: { text, file, source in
      guard let value = parse(text, source) else { return file.notValid(text, use: allowed) }
      file[keyPath: path] = value
      return nil
    }
  }
}
