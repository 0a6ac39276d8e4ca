# For OpenBench and others who expect make: builds the engine for this machine and
# puts the binary here. `make EXE=name` names it; `make EVALFILE=path` embeds another network.
EXE ?= ferz

ifdef EVALFILE
override EVALFILE := $(abspath $(EVALFILE))
export EVALFILE
FEATURES = --features evalfile
endif

.PHONY: all
all:
	cargo rustc --release --bin ferz $(FEATURES) -- -C target-cpu=native --emit link=$(EXE)
