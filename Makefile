# For OpenBench and others who expect make: builds the engine for this machine and puts the binary
# here. `make EXE=name` names it, `make EVALFILE=path` embeds another network, and `make TUNE=1`
# makes the constants of the search UCI options.
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
all:
	cargo rustc --release --bin ferz $(FEATURES) -- -C target-cpu=native --emit link=$(EXE)

# The archives of a release, in target/dist; see CONTRIBUTING.md.
dist:
	.ci/dist

# ferz for browsers, in target/web: ferz.html, the page; ferz.js and ferz.wasm, a worker.
web:
	cargo build --profile dist --target wasm32-wasip1 --target-dir target -p ferz-web
	mkdir -p target/web
	.ci/bundle-page target/wasm32-wasip1/dist/ferz_web.wasm target/web
