# For OpenBench and others who expect make: builds the engine for this machine and puts the binary
# here. `make EXE=name` names it, `make EVALFILE=path` embeds another network, `make TUNE=1` makes the
# constants of the search UCI options, and `make PGO=1` builds it twice, the second time with a profile
# of the first program: that makes it 4 % faster (it needs `rustup component add llvm-tools`).
EXE ?= ferz
FEATURES =

ifdef EVALFILE
override EVALFILE := $(abspath $(EVALFILE))
export EVALFILE
FEATURES += --features evalfile
endif

ifdef TUNE
FEATURES += --features tune
endif

.PHONY: all dist web
ifndef PGO
all:
	cargo rustc --release --bin ferz $(FEATURES) -- -C target-cpu=native --emit link=$(EXE)
else
PROFILE := $(CURDIR)/target/profile
PROFDATA := $(shell rustc --print target-libdir)/../bin/llvm-profdata
# With a target, the flags are not for programs that run while others are compiled.
BUILD = RUSTFLAGS="-C target-cpu=native -C profile-$(1)" cargo rustc --release --bin ferz $(FEATURES) \
	--target "$$(rustc --print host-tuple)" -- --emit link=$(2)
all:
	@test -x "$(PROFDATA)" || { echo "PGO=1 needs llvm-profdata: rustup component add llvm-tools" >&2; exit 1; }
	rm -rf "$(PROFILE)"
	mkdir -p "$(PROFILE)"
	$(call BUILD,generate=$(PROFILE)/raw,$(PROFILE)/ferz)
	.ci/train "$(PROFILE)/ferz"
	"$(PROFDATA)" merge --sparse -o "$(PROFILE)/merged" "$(PROFILE)/raw"
	$(call BUILD,use=$(PROFILE)/merged,$(EXE))
endif

# The archives of a release, in target/dist; see CONTRIBUTING.md.
dist:
	.ci/dist

# ferz for browsers, in target/web: ferz.html, the page; ferz.js and ferz.wasm, a worker.
web:
	cargo build --profile dist --target wasm32-wasip1 --target-dir target -p ferz-web
	mkdir -p target/web
	.ci/bundle-page target/wasm32-wasip1/dist/ferz_web.wasm target/web
