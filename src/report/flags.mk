# version.c alone knows the version, so a new one recompiles nothing else here.
CFLAGS_src/report/version.c = -DFW_VERSION='"$(VERSION)"'
$(BUILD)/src/report/version.o: VERSION
