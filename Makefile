# Firefly. `make help` lists the targets.

PREFIX ?= /usr/local
DESTDIR ?=
SWIFT ?= swift
SWIFTFLAGS ?=
static := .build/static
# One list for the program, its tests and the bench: with other flags everything is compiled again.
# Without debug information: it would be three quarters of the program. Testing reaches what is internal.
flags := --configuration release -Xswiftc -enable-testing -debug-info-format none \
  -Xlinker -L$(CURDIR)/$(static) $(SWIFTFLAGS)
version := $(shell sed -n 's/.*current = "\(.*\)"/\1/p' Sources/FireflyVerbs/Version.swift)
# Tests that drive programs, and how many tests run at a time.
programs := CommandTests|EndToEndTests|FireflyCursesTests
width := SWT_EXPERIMENTAL_MAXIMUM_PARALLELIZATION_WIDTH
# Seconds after which a test that hangs is ended, in each of the two parts of `make test`.
TEST_TIME ?= 1800
# Arguments of the program for `make run`, `make bench` and `make scale`.
ARGS ?=

release := .build/release
resources := firefly_FireflyStore.resources
sources := Package.swift Sources Tests Benchmarks
bin := $(DESTDIR)$(PREFIX)/bin
share := $(DESTDIR)$(PREFIX)/share
# What the program reads: not share/firefly, which in ~/.local is the user's own data.
own := $(share)/firefly-program
# Where it was before, and Firefly's own files in a data folder, which that opened to others.
old := $(share)/firefly
old_resources := firefly_FireflyServer.resources
data_files := firefly.sqlite firefly.sqlite-wal firefly.sqlite-shm firefly.lock uploads words.txt feeds.txt
manuals := firefly.1 firefly-import.1 firefly-serve.1 firefly-config.5
manual_files := $(manuals:%=Documentation/%)
# What a reader of the installed documents is sent to.
documents := README.md CHANGELOG.md LICENSE
linked := Documentation/limits.md Documentation/scripts.md
pictures := Documentation/firefly.svg Documentation/firefly-light.svg

.PHONY: run build test tests retest long picture bench scale lint format headers deps test-deps clean install \
  uninstall help deb test-deb dist static version place packaging
.DEFAULT_GOAL := build

run: build ## build and start Firefly, for example: make run ARGS="--server https://example.org"
	@exec $(release)/firefly $(ARGS)

build: place deps static ## build the release into .build/release
	@[ -e $(release)/firefly ] || \
	  echo 'Building Firefly: about ten minutes on two cores, once. [3/70]: 3 of 70 steps are done.'
	@$(SWIFT) build $(flags) --product firefly

# What is built names its folder, so that the compiler refuses it elsewhere in words of its own.
place:
	@mkdir -p .build
	@[ ! -e .build/place ] || [ "$$(cat .build/place)" = "$(CURDIR)" ] || { \
	  echo "This clone was built in $$(cat .build/place), and moved. Type make clean, then the same again." >&2; \
	  exit 1; }
	@echo "$(CURDIR)" >.build/place

# A folder that has only the static form of cmark-gfm, so that the linker takes that: the name of its
# package differs between releases of Debian.
static:
	@mkdir -p $(static)
	@for name in libcmark-gfm.a libcmark-gfm-extensions.a; do \
	  file=$$($(CC) -print-file-name=$$name); \
	  [ ! -e "$$file" ] || ln -sf "$$file" $(static)/; \
	done

# The tests that drive the program use the release.
test retest: export FIREFLY_BINARY ?= $(CURDIR)/$(release)/firefly

test: tests ## build and run all tests, those that drive programs four at a time
	@failed=; \
	  $(width)=8 timeout $(TEST_TIME) $(SWIFT) test $(flags) --skip-build --skip '$(programs)' || failed=1; \
	  $(width)=4 timeout $(TEST_TIME) $(SWIFT) test $(flags) --skip-build --filter '$(programs)' || failed=1; \
	  [ -z "$$failed" ]

tests: place test-deps static ## build the release and all tests
	@$(SWIFT) build $(flags) --build-tests

# Such as: make retest FILTER='AccountsTests/switching'
retest: ## run tests that are built once more, one at a time; FILTER names them
	@timeout $(TEST_TIME) $(SWIFT) test $(flags) --skip-build --no-parallel --filter '$(FILTER)'

long: tests ## run the campaigns of random tests: an hour, before a release
	@FIREFLY_LONG=1 FIREFLY_FUZZ=200000 FIREFLY_ROUNDS=100 $(MAKE) --no-print-directory test TEST_TIME=7200

# Recording fails the test; the second run compares.
picture: ## draw the pictures in README.md again
	@Tools/deps --test
	@FIREFLY_RECORD=1 $(SWIFT) test --filter FireflyRuntimeTests.ReadmeTests >/dev/null 2>&1 || true
	@$(SWIFT) test --filter FireflyRuntimeTests.ReadmeTests

bench: place ## measure Firefly beside less, nnn, neomutt and newsboat, if they are installed
	@Tools/deps --bench
	@$(SWIFT) build $(flags) --product firefly
	@$(SWIFT) build $(flags) --product firefly-bench
	@$(release)/firefly-bench $(ARGS)

scale: place ## compare reading among 10 million posts and among 12,000 on PostgreSQL; ARGS="--posts 1000000" for less
	@Tools/deps --bench
	@$(SWIFT) build $(flags) --product firefly
	@$(SWIFT) build $(flags) --product firefly-bench
	@$(release)/firefly-bench scale $(ARGS)

lint: ## check the format of the sources
	$(SWIFT) format lint --strict --recursive $(sources)

format: ## format the sources
	$(SWIFT) format --in-place --recursive $(sources)

check = $(CC) -fsyntax-only -Wall -Werror -DFIREFLY_REAL_HEADERS -ISources/CDynamicLibrary/include

headers: ## compare our declarations of loaded libraries with their headers
	$(check) $$(pkg-config --cflags gdk-pixbuf-2.0 chafa) \
	  -ISources/CPictures/include Sources/CPictures/*.c
	$(check) $$(pkg-config --cflags hunspell) -ISources/CSpelling/include Sources/CSpelling/*.c
	$(check) $$(pkg-config --cflags libxml-2.0) -ISources/CHTML/include Sources/CHTML/*.c
	$(check) $$(pkg-config --cflags zlib) -ISources/CGzip/include Sources/CGzip/*.c
	$(check) $$(pkg-config --cflags libpq) -ISources/CPostgres/include Sources/CPostgres/*.c

deps: ## find missing libraries, and install them if possible
	@Tools/deps

test-deps:
	@Tools/deps --test

clean: ## remove all build products
	rm -rf .build

# Not rebuilt if it exists, so that `sudo make install` needs no Swift.
$(release)/firefly:
	@$(MAKE) build

install: $(release)/firefly ## install under PREFIX (default: /usr/local); DESTDIR is prepended
	install -d "$(bin)" "$(own)/man" "$(share)/man/man1" "$(share)/man/man5" \
	  "$(share)/doc/firefly/Documentation" \
	  "$(share)/bash-completion/completions" "$(share)/zsh/site-functions" \
	  "$(share)/fish/vendor_completions.d"
	install -s -m 755 $(release)/firefly "$(bin)/firefly"
	rm -rf "$(own)/$(resources)" "$(own)/$(old_resources)"
	cp -R $(release)/$(resources) "$(own)/$(resources)"
	chmod -R u=rwX,go=rX "$(own)"
	install -m 644 $(filter %.1,$(manual_files)) "$(share)/man/man1/"
	install -m 644 $(filter %.5,$(manual_files)) "$(share)/man/man5/"
	install -m 644 $(manual_files) "$(own)/man/"
	install -m 644 $(documents) "$(share)/doc/firefly/"
	install -m 644 $(pictures) $(linked) "$(share)/doc/firefly/Documentation/"
	$(release)/firefly --generate-completion-script bash \
	  > "$(share)/bash-completion/completions/firefly"
	$(release)/firefly --generate-completion-script zsh > "$(share)/zsh/site-functions/_firefly"
	$(release)/firefly --generate-completion-script fish \
	  > "$(share)/fish/vendor_completions.d/firefly.fish"
	@if [ -d "$(old)/$(old_resources)" ]; then $(remove_old); $(close_data); fi

# What is left there are the user's posts, which the old installation made readable for everybody.
close_data = [ ! -d "$(old)" ] || find "$(old)" ! -type l \( -path "$(old)" \
  $(foreach name,$(data_files),-o -path "$(old)/$(name)") -o -path "$(old)/uploads/*" \) \
  -exec chmod go= {} +

# The program's files in share/firefly, by name; the folder goes only if nothing else is in it.
remove_old = rm -rf "$(old)/$(old_resources)"; \
  rm -f $(foreach page,$(manuals),"$(old)/man/$(page)"); \
  rmdir "$(old)/man" "$(old)" 2>/dev/null || :

uninstall: ## remove the installed files; your posts stay
	rm -f "$(bin)/firefly" \
	  $(foreach page,$(manuals),"$(share)/man/man$(subst .,,$(suffix $(page)))/$(page)") \
	  "$(share)/bash-completion/completions/firefly" "$(share)/zsh/site-functions/_firefly" \
	  "$(share)/fish/vendor_completions.d/firefly.fish"
	rm -rf "$(own)/$(resources)" "$(own)/$(old_resources)"
	rm -f $(foreach page,$(manuals),"$(own)/man/$(page)") \
	  $(foreach file,$(documents) $(pictures) $(linked),"$(share)/doc/firefly/$(file)")
	@rmdir "$(own)/man" "$(own)" "$(share)/doc/firefly/Documentation" "$(share)/doc/firefly" \
	  2>/dev/null || true
	@$(remove_old)

version: ## print the version
	@echo $(version)

# Before 15 minutes of building.
packaging:
	@Tools/deps --deb

deb: packaging build ## make a package for Debian of this release, in .build/packages
	@Tools/package deb $(version)

test-deb: ## try the package in fresh Debian 12 and 13, as root; takes minutes
	@Tools/deps --test-deb
	@Tools/test-deb $(version)

dist: deb ## fill .build/packages with a release: the package, an archive, SHA256SUMS and notes
	@Tools/package dist $(version)

help: ## list the targets
	@sed -n 's/^\([a-z-]*\):.*## \(.*\)/  make \1|\2/p' Makefile | column -t -s '|' 2>/dev/null \
	  || sed -n 's/^\([a-z-]*\):.*## \(.*\)/  make \1: \2/p' Makefile
