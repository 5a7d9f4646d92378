# Firefly. `make help` says what it can do.

PREFIX ?= /usr/local
DESTDIR ?=
SWIFT ?= swift
# Linked this way the program needs no Swift where it runs, and starts sooner.
SWIFTFLAGS ?= --static-swift-stdlib
release_flags := --configuration release $(SWIFTFLAGS)
# What `make run` and `make bench` hand to the program.
ARGS ?=

release := .build/release
resources := firefly_FireflyServer.resources
sources := Package.swift Sources Tests Benchmarks
bin := $(DESTDIR)$(PREFIX)/bin
share := $(DESTDIR)$(PREFIX)/share

.PHONY: run build test bench lint format headers deps clean install uninstall help
.DEFAULT_GOAL := build

run: build ## build and start Firefly: make run ARGS="--server https://example.org"
	@exec $(release)/firefly $(ARGS)

build: deps ## build the release into .build/release
	@$(SWIFT) build $(release_flags) --product firefly

test: ## run all tests
	@Tools/deps --test
	SWT_EXPERIMENTAL_MAXIMUM_PARALLELIZATION_WIDTH=4 $(SWIFT) test

bench: ## measure Firefly beside less, nnn, neomutt and newsboat, as far as they are installed
	@Tools/deps --test
	@$(SWIFT) build $(release_flags) --product firefly
	@$(SWIFT) build $(release_flags) --product firefly-bench
	@$(release)/firefly-bench $(ARGS)

lint: ## check the format of the sources
	$(SWIFT) format lint --strict --recursive $(sources)

format: ## bring the sources into that format
	$(SWIFT) format --in-place --recursive $(sources)

headers: ## compare our declarations of loaded libraries with the real ones
	$(CC) -fsyntax-only -Wall -Werror -DFIREFLY_REAL_HEADERS \
	  $$(pkg-config --cflags gdk-pixbuf-2.0 chafa) \
	  -ISources/CPictures/include Sources/CPictures/*.c
	$(CC) -fsyntax-only -Wall -Werror -DFIREFLY_REAL_HEADERS $$(pkg-config --cflags hunspell) \
	  -ISources/CSpelling/include Sources/CSpelling/*.c

deps: ## look for missing libraries; install them where that is allowed
	@Tools/deps

clean: ## remove everything that was built
	rm -rf .build

# Not remade here once it is there, so that `sudo make install` needs no Swift and builds nothing.
$(release)/firefly:
	@$(MAKE) build

install: $(release)/firefly ## install under PREFIX (/usr/local), which DESTDIR may stand before
	install -d "$(bin)" "$(share)/firefly" "$(share)/man/man1" "$(share)/doc/firefly" \
	  "$(share)/bash-completion/completions" "$(share)/zsh/site-functions" \
	  "$(share)/fish/vendor_completions.d"
	install -s -m 755 $(release)/firefly "$(bin)/firefly"
	rm -rf "$(share)/firefly/$(resources)"
	cp -R $(release)/$(resources) "$(share)/firefly/$(resources)"
	chmod -R u=rwX,go=rX "$(share)/firefly"
	install -m 644 Documentation/firefly.1 "$(share)/man/man1/firefly.1"
	install -m 644 README.md CHANGELOG.md LICENSE "$(share)/doc/firefly/"
	$(release)/firefly --generate-completion-script bash \
	  > "$(share)/bash-completion/completions/firefly"
	$(release)/firefly --generate-completion-script zsh > "$(share)/zsh/site-functions/_firefly"
	$(release)/firefly --generate-completion-script fish \
	  > "$(share)/fish/vendor_completions.d/firefly.fish"

uninstall: ## remove what install put there; your posts stay
	rm -f "$(bin)/firefly" "$(share)/man/man1/firefly.1" \
	  "$(share)/bash-completion/completions/firefly" "$(share)/zsh/site-functions/_firefly" \
	  "$(share)/fish/vendor_completions.d/firefly.fish"
	rm -rf "$(share)/firefly" "$(share)/doc/firefly"

help: ## show this
	@sed -n 's/^\([a-z]*\):.*## \(.*\)/  make \1|\2/p' Makefile | column -t -s '|' 2>/dev/null \
	  || sed -n 's/^\([a-z]*\):.*## \(.*\)/  make \1: \2/p' Makefile
