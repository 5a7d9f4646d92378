import Testing

/// What every store has to do, whatever its backend: each test runs with each `StoreKind`.
///
/// What only one backend can be asked stays apart, as in `SQLite`.
@Suite struct StoreContractTests {}
