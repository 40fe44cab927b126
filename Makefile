# flopwatt - GNU make, no configure step.
#
#   make                build/flopwatt
#   make V=1            show the commands
#   make BUILD=dir      build elsewhere
#   make help           all targets
#
# Every src/*/*.c joins the build by itself. Flags for one file or one folder go into
# src/<folder>/flags.mk, e.g.   CFLAGS_src/kernel/amx.c = -mamx-bf16

BUILD ?= build
PREFIX ?= /usr/local
DESTDIR ?=
CFLAGS ?= -O2 -g
PKG_CONFIG ?= pkg-config
INSTALL ?= install
FUZZ_SECONDS ?= 60
FUZZ_CC ?= clang
TSAN_TESTS ?= test_*thread*
VERSION := $(shell cat VERSION)

DATADIR = $(PREFIX)/share/flopwatt
MANDIR = $(PREFIX)/share/man
PKGS = gsl yaml-0.1 cairo pangocairo
# Cairo and Pango are opened when a picture is drawn (src/draw/cairo_calls.h), not linked.
LINKED_PKGS = $(filter-out cairo pangocairo,$(PKGS))

Q := $(if $(V),,@)
say = $(if $(V),,@printf '  %-5s %s\n' $(1) $(2))

WARN := -Wall -Wextra -Wpedantic -Wshadow -Wconversion -Wdouble-promotion -Wstrict-prototypes \
       -Wmissing-prototypes -Wwrite-strings -Wundef -Wvla -Wformat=2 -Wcast-qual
# clang takes NAN and INFINITY of the C library for float; gcc checks the rest of this kind.
WARN += $(if $(findstring clang,$(shell $(CC) --version)),-Wno-double-promotion)
# No file may depend on what fuses multiply and add: reports are the same on every machine.
BASE_FLAGS = -std=c11 -D_POSIX_C_SOURCE=200809L -Isrc $(WARN) -ffp-contract=off

# OpenMP where the compiler has it; kernel/ runs on one thread elsewhere.
OPENMP := $(shell echo 'int main(void) { return 0; }' | \
            $(CC) -fopenmp -x c - -o /dev/null 2>/dev/null && echo -fopenmp)
NO_OPENMP = $(if $(OPENMP),,-Wno-unknown-pragmas)

# base/ and core/ see no library, so that they cannot come to need one.
PKG_MISSING := $(shell for p in $(PKGS); do $(PKG_CONFIG) --exists $$p || echo $$p; done)
PKG_CFLAGS := $(shell $(PKG_CONFIG) --cflags $(PKGS) 2>/dev/null)
PKG_LIBS := $(shell $(PKG_CONFIG) --libs $(LINKED_PKGS) 2>/dev/null) -ldl
PATHS = -DFW_VERSION='"$(VERSION)"' -DFW_DATADIR='"$(DATADIR)"'

.DEFAULT_GOAL := all
-include $(wildcard src/*/flags.mk)

PROGRAM = $(BUILD)/flopwatt
LIBRARY = $(BUILD)/libflopwatt.a
MAIN = $(wildcard src/cli/main.c)
SOURCES = $(filter-out src/cli/main.c,$(wildcard src/*/*.c src/*/*/*.c))
PURE = $(wildcard src/base/*.c src/core/*.c)
TESTS = $(wildcard tests/unit/test_*.c)
TEST_PARTS = $(filter-out $(TESTS),$(wildcard tests/unit/*.c))
FUZZERS = $(wildcard tests/fuzz/fuzz_*.c)
BENCHES = $(wildcard tests/bench/bench_*.c)

object = $(patsubst %.c,$(BUILD)/%.o,$(1))
TEST_PROGRAMS = $(patsubst tests/unit/%.c,$(BUILD)/tests/%,$(TESTS))
CORPUS_PROGRAMS = $(patsubst tests/fuzz/fuzz_%.c,$(BUILD)/tests/corpus_%,$(FUZZERS))
FUZZ_PROGRAMS = $(patsubst tests/fuzz/fuzz_%.c,$(BUILD)/fuzz/fuzz_%,$(FUZZERS))
BENCH_PROGRAMS = $(patsubst tests/bench/%.c,$(BUILD)/bench/%,$(BENCHES))
ALL_OBJECTS = $(call object,$(MAIN) $(SOURCES) $(TESTS) $(TEST_PARTS) $(FUZZERS) $(BENCHES) \
              $(wildcard tests/fuzz/run_*.c))

.DELETE_ON_ERROR:
.SECONDARY:
.PHONY: all check test bench reports docs man install uninstall sanitize tsan fuzz coverage \
        format lint dist clean help objects pure test-programs fuzz-programs FORCE

## all: the program, build/flopwatt (default)
all: $(if $(MAIN),$(PROGRAM),$(LIBRARY))

# ---- compile and link ---------------------------------------------------------------------

# The flags of one file: those of its folder first, then its own.
is_pure = $(filter src/base/% src/core/%,$(1))
needs_paths = $(filter src/cli/% src/input/% src/report/%,$(1))
is_kernel = $(filter src/kernel/%,$(1))
file_flags = $(if $(call is_pure,$(1)),,$(PKG_CFLAGS)) $(if $(call needs_paths,$(1)),$(PATHS)) \
             $(if $(call is_kernel,$(1)),$(OPENMP) $(NO_OPENMP)) \
             $(if $(filter tests/%,$(1)),-Itests/unit) $(CFLAGS_$(1))

$(BUILD)/%.o: %.c $(BUILD)/flags $(wildcard src/*/flags.mk)
	$(call say,CC,$<)
	@mkdir -p $(@D)
	$(Q)$(CC) $(BASE_FLAGS) $(CPPFLAGS) $(CFLAGS) $(call file_flags,$<) -MMD -MP -c -o $@ $<

$(call object,$(wildcard src/cli/*.c src/input/*.c src/report/*.c)): $(BUILD)/paths
$(call object,$(filter-out $(PURE),$(MAIN) $(SOURCES))): | need-libraries

# Rewritten only when the text changes: other flags rebuild what they concern.
define stamp
@mkdir -p $(@D)
@printf '%s\n' '$(subst ','\'',$(1))' | cmp -s - $@ || printf '%s\n' '$(subst ','\'',$(1))' > $@
endef
$(BUILD)/flags: FORCE
	$(call stamp,$(CC) $(BASE_FLAGS) $(CPPFLAGS) $(CFLAGS) $(LDFLAGS) $(OPENMP))
$(BUILD)/paths: FORCE
	$(call stamp,$(PATHS))
$(BUILD)/sources: FORCE
	$(call stamp,$(SOURCES))

.PHONY: need-libraries
need-libraries:
	@test -z "$(strip $(PKG_MISSING))" || { \
	  echo "missing libraries: $(strip $(PKG_MISSING)) (./run installs them, or see packages.apt)" >&2; \
	  exit 1; }

$(LIBRARY): $(call object,$(SOURCES)) $(BUILD)/sources
	$(call say,AR,$@)
	$(Q)rm -f $@ && $(AR) rcs $@ $(filter %.o,$^)

LINK = $(CC) $(CFLAGS) $(LDFLAGS) $(OPENMP) -o $@ $(filter %.o,$^) $(LIBRARY) $(PKG_LIBS) -lm

$(PROGRAM): $(call object,$(MAIN)) $(LIBRARY)
	$(call say,LINK,$@)
	$(Q)$(LINK)

$(BUILD)/tests/test_%: $(BUILD)/tests/unit/test_%.o $(call object,$(TEST_PARTS)) $(LIBRARY)
	$(call say,LINK,$@)
	$(Q)$(LINK)

$(BUILD)/tests/corpus_%: $(BUILD)/tests/fuzz/fuzz_%.o $(BUILD)/tests/fuzz/run_corpus.o $(LIBRARY)
	$(call say,LINK,$@)
	$(Q)$(LINK)

$(BUILD)/fuzz/fuzz_%: $(BUILD)/tests/fuzz/fuzz_%.o $(LIBRARY)
	$(call say,LINK,$@)
	@mkdir -p $(@D)
	$(Q)$(LINK) $(FUZZ_LINK)

$(BUILD)/bench/bench_%: $(BUILD)/tests/bench/bench_%.o $(LIBRARY)
	$(call say,LINK,$@)
	@mkdir -p $(@D)
	$(Q)$(LINK)

objects: $(ALL_OBJECTS)
test-programs: $(TEST_PROGRAMS) $(CORPUS_PROGRAMS)
fuzz-programs: $(FUZZ_PROGRAMS)

# base/ and core/ link with nothing but the C library: this is what WebAssembly needs.
pure: $(call object,$(PURE))
	$(Q)echo 'int main(void) { return 0; }' | \
	  $(CC) $(CFLAGS) $(LDFLAGS) -o $(BUILD)/pure -x c - -x none $^ -lm

# ---- tests --------------------------------------------------------------------------------

## check: the tests, under a minute; the last line is "N passed, N failed"
check: all test-programs
	$(Q)tests/check.sh $(BUILD)

## test: everything: check, then the same under the sanitizers
test: check sanitize tsan

## bench: start-to-exit time, evaluations per second, kernel against this machine's peaks
bench: all $(BENCH_PROGRAMS)
	$(Q)for b in $(BENCH_PROGRAMS); do $$b $(PROGRAM) || exit 1; done
	$(Q)if [ -x tests/bench/run.sh ]; then tests/bench/run.sh $(BUILD); fi

SANITIZERS = -O1 -g -fno-omit-frame-pointer -fsanitize=address,undefined -fno-sanitize-recover=all

## sanitize: the tests under AddressSanitizer and UndefinedBehaviorSanitizer
sanitize:
	$(Q)ASAN_OPTIONS=allocator_may_return_null=1:detect_stack_use_after_return=1 \
	  UBSAN_OPTIONS=print_stacktrace=1 LSAN_OPTIONS=suppressions=$(CURDIR)/tests/lsan.supp:print_suppressions=0 \
	  $(MAKE) --no-print-directory BUILD=$(BUILD)/asan CFLAGS="$(SANITIZERS)" \
	  CPPFLAGS="$(CPPFLAGS) -DFW_FAULTS -DFW_ARENA_DEBUG" check

## tsan: the tests of threads under ThreadSanitizer; clang, whose OpenMP tells it of its barriers
tsan:
	$(Q)$(MAKE) --no-print-directory BUILD=$(BUILD)/tsan CC=$(FUZZ_CC) \
	  CFLAGS="-O1 -g -fsanitize=thread" test-programs
	$(Q)TSAN_OPTIONS=ignore_noninstrumented_modules=1 TESTS='$(TSAN_TESTS)' \
	  tests/check.sh $(BUILD)/tsan

## fuzz: libFuzzer (clang) on each target for FUZZ_SECONDS
fuzz:
	$(Q)$(MAKE) --no-print-directory BUILD=$(BUILD)/libfuzzer CC=$(FUZZ_CC) \
	  CFLAGS="-O1 -g -fsanitize=fuzzer-no-link,address,undefined -fno-sanitize-recover=all" \
	  FUZZ_LINK=-fsanitize=fuzzer fuzz-programs
	$(Q)tests/fuzz/run.sh $(BUILD)/libfuzzer/fuzz $(FUZZ_SECONDS)

## coverage: which lines the tests reach, per folder
coverage:
	$(Q)$(MAKE) --no-print-directory BUILD=$(BUILD)/gcov CFLAGS="-O0 -g --coverage" \
	  CPPFLAGS="$(CPPFLAGS) -DFW_FAULTS" check
	$(Q)tools/coverage.sh $(BUILD)/gcov

# ---- documents ----------------------------------------------------------------------------

## reports: writes reports/ anew
reports: all
	$(Q)tools/reports.sh $(PROGRAM)

## docs: writes the generated parts of the documents anew
docs: all
	$(Q)tools/docs.sh $(PROGRAM)

MAN_PAGES = $(wildcard *.1 *.5)

## man: the man pages as text, build/man/*.txt
man:
	$(Q)mkdir -p $(BUILD)/man
	$(Q)for m in $(MAN_PAGES); do \
	  mandoc -T utf8 $$m | sed "s/.$$(printf '\b')//g" > $(BUILD)/man/$$m.txt || exit 1; done

# ---- style --------------------------------------------------------------------------------

## format: clang-format over all C files
format:
	$(Q)clang-format -i $$(find src tests -name '*.[ch]')

## lint: includes, banned functions, sizes, headers alone, zero warnings, man pages
lint:
	$(Q)tools/lint.sh
	$(Q)$(MAKE) --no-print-directory BUILD=$(BUILD)/lint-gcc CC=gcc CFLAGS="-O2 -Werror" \
	  objects pure
	$(Q)if command -v clang >/dev/null; then \
	  $(MAKE) --no-print-directory BUILD=$(BUILD)/lint-clang CC=clang CFLAGS="-O1 -Werror" \
	  objects pure; else echo "lint: no clang here, skipped"; fi
	$(Q)echo "lint: clean"

# ---- install ------------------------------------------------------------------------------

BINDIR = $(DESTDIR)$(PREFIX)/bin
BASHDIR = $(DESTDIR)$(PREFIX)/share/bash-completion/completions
ZSHDIR = $(DESTDIR)$(PREFIX)/share/zsh/site-functions

## install: program, man pages, completion, data under $(DESTDIR)$(PREFIX)
install: all
	$(INSTALL) -d $(BINDIR) $(BASHDIR) $(ZSHDIR)
	$(INSTALL) -m 755 $(PROGRAM) $(BINDIR)/flopwatt
	for m in $(wildcard *.1); do $(INSTALL) -D -m 644 $$m $(DESTDIR)$(MANDIR)/man1/$$m; done
	for m in $(wildcard *.5); do $(INSTALL) -D -m 644 $$m $(DESTDIR)$(MANDIR)/man5/$$m; done
	if $(PROGRAM) completion bash > $(BUILD)/completion.bash; then \
	  $(INSTALL) -m 644 $(BUILD)/completion.bash $(BASHDIR)/flopwatt; fi
	if $(PROGRAM) completion zsh > $(BUILD)/completion.zsh; then \
	  $(INSTALL) -m 644 $(BUILD)/completion.zsh $(ZSHDIR)/_flopwatt; fi
	for d in models.d hardware.d grids.d selftest.d disclosures.d; do \
	  $(INSTALL) -d $(DESTDIR)$(DATADIR)/$$d && \
	  find $$d -type f -exec $(INSTALL) -m 644 {} $(DESTDIR)$(DATADIR)/$$d \; ; done

## uninstall: removes what install wrote
uninstall:
	rm -f $(BINDIR)/flopwatt $(BASHDIR)/flopwatt $(ZSHDIR)/_flopwatt
	for m in $(wildcard *.1); do rm -f $(DESTDIR)$(MANDIR)/man1/$$m; done
	for m in $(wildcard *.5); do rm -f $(DESTDIR)$(MANDIR)/man5/$$m; done
	rm -rf $(DESTDIR)$(DATADIR)

## dist: build/flopwatt-VERSION.tar.gz of the last commit
dist:
	@mkdir -p $(BUILD)
	$(Q)git archive --prefix=flopwatt-$(VERSION)/ HEAD | gzip -9n \
	  > $(BUILD)/flopwatt-$(VERSION).tar.gz
	$(Q)echo $(BUILD)/flopwatt-$(VERSION).tar.gz

## clean: removes the build folder
clean:
	rm -rf $(BUILD)

## help: this list
help:
	@sed -n 's/^## \([a-z]*\): \(.*\)/  \1|\2/p' $(firstword $(MAKEFILE_LIST)) | \
	  awk -F'|' '{ printf "%-12s %s\n", $$1, $$2 }'

-include $(ALL_OBJECTS:.o=.d)
