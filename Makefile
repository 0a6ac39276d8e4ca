# For OpenBench and others who expect make: builds the engine for this machine and
# puts the binary here. `make EXE=name` names it.
EXE ?= ferz

.PHONY: all
all:
	cargo rustc --release --bin ferz -- -C target-cpu=native --emit link=$(EXE)
