# Starting and testing need Python 3.11 or newer and make; everything else is fetched into .venv and var/.
# The fastest Python that is new enough; another one: make PYTHON=/path/to/python run
PYTHONS := python3 /usr/bin/python3 python3.14 python3.13 python3.12 python3.11 python
ifndef PYTHON
PYTHON = $(eval PYTHON := $(shell for python in $(PYTHONS); do \
	$$python annotation_site/embedded/python_speed.py 2>/dev/null; done | sort | sed -n '1s/^[^ ]* //p'))$(PYTHON)
endif
VENV := .venv
LAUNCH := $(VENV)/bin/python -m annotation_site.embedded
PIP := $(VENV)/bin/python -m pip install --quiet --disable-pip-version-check
INSTALL := $(PIP) --constraint constraints.txt

.PHONY: run docs test test-only containers faults benchmarks pictures peers dump servers messages manage backup restore aligner linker neural-measures trainer wordnet sbom lock update advisories lint clean

# Everything: database, broker, web server, worker. ARGS="--port 9000" for another port.
run: $(VENV)/.installed
	@$(MAKE) --no-print-directory docs || echo "The documentation could not be built (see above); the site starts without it." >&2
	@$(LAUNCH) run $(ARGS)

# The documentation that the site serves under /help/, when its text or the code has changed since.
docs: var/help/index.html

var/help/index.html: $(VENV)/.installed $(shell find docs $(dir $(wildcard */apps.py)) -type f -not -name '*.pyc') \
		README.md CONTRIBUTING.md SECURITY.md CHANGELOG.md
	@echo "Building the documentation …" >&2
	@test -d var || mkdir -m 700 var
	@rm -rf var/help.new
	@$(VENV)/bin/python -m sphinx --quiet --fresh-env --doctree-dir var/doctrees docs var/help.new
	@rm -rf var/help && mv var/help.new var/help && touch $@

# The image and docker-compose.yml on a real engine, as root: docs/reliability.md, R25. About 25 minutes, later 15. ARGS="--small", or a
# script that makes the base images where no registry answers: BASE_IMAGES=/path/to/script
containers:
	@$(PYTHON) -m tests.containers $(if $(BASE_IMAGES),--base-images "$(BASE_IMAGES)") $(ARGS)

# Every check and every test. ARGS="tests/embedded -x" narrows pytest.
test: $(VENV)/.installed-for-tests
	@$(LAUNCH) test $(ARGS)

# The tests alone, without linters and mypy, for a few of them: make test-only ARGS="tests/alignment/rounds"
test-only: $(VENV)/.installed-for-tests
	@$(LAUNCH) test-only $(ARGS)

# Breaks something on purpose and counts what is left: docs/reliability.md. About 30 minutes.
faults: $(VENV)/.installed-for-tests
	@$(LAUNCH) measure $(addprefix tests.faults.,jobs.r1_worker_killed jobs.r2_broker_lost servers.r3_database_killed \
		jobs.r4_visibility_timeout jobs.r5_poison_job people.r6_many_savers people.r7_one_row people.r8_leases \
		input.r11_api_by_its_document servers.r13_backup jobs.r14_same_release people.r15_two_people people.r28_campaign people.r16_locks_held \
		servers.r17_mail_server_hangs servers.r18_disk_full servers.r19_clock_off servers.r20_rolling_restart \
		servers.r21_old_code servers.r22_database_hangs servers.r26_five_incidents people.r23_ten_people people.r24_thirty_raters \
		input.r27_hostile_files)

# Prints every figure of docs/performance.md, beside the alternative. About 45 minutes; wants a quiet machine.
benchmarks: $(VENV)/.installed-for-tests
	@$(LAUNCH) measure $(addprefix tests.benchmarks.,peers growth annotation_loop saves next_pair reconciling imports exports expressions consistency \
		starts computing.intervals computing.alpha_job computing.alpha_command computing.expression_agreement \
		computing.measures computing.measure_workers \
		sizes observing year)

# Takes the pictures of the documentation anew, of the demo projects: docs/images.
pictures: $(VENV)/.installed-for-tests
	@$(LAUNCH) measure tests.browser.pictures

# The same work on doccano and Label Studio, which the first run installs below var/peers (2 GB).
peers: $(VENV)/.installed-for-tests
	@$(LAUNCH) measure tests.benchmarks.peers

# The last step of a release: stores a database of this version, which later ones must bring up to date (docs/developing/upgrades.md).
dump: $(VENV)/.installed-for-tests
	@$(LAUNCH) measure tests.upgrades.make_dump

# Only database and broker, for work with manage.py; prints the variables to export.
servers: $(VENV)/.installed
	@$(LAUNCH) servers $(ARGS)

# Collects the texts to translate into locale/ and compiles the translations. Both are kept: an archive runs as it is.
messages: $(VENV)/.installed
	@$(VENV)/bin/python -m annotation_site.languages

# manage.py on the data of `make run`, whether that is up or not: make manage ARGS="createsuperuser"
manage: $(VENV)/.installed
	@$(LAUNCH) manage $(ARGS)

# Database and files into a new folder, while people work: make backup TO=/backups/today
backup: $(VENV)/.installed
	@test -n "$(TO)" || { echo "Name a new folder: make backup TO=/backups/today" >&2; exit 2; }
	@$(LAUNCH) manage back_up "$(TO)"

# The same back, where no data is yet (an empty var/): make restore FROM=/backups/today
restore: $(VENV)/.installed
	@test -n "$(FROM)" || { echo "Name the folder of a backup: make restore FROM=/backups/today" >&2; exit 2; }
	@$(LAUNCH) manage restore "$(FROM)"

# Optional: programs that suggest links, built here with the machine's C compiler: an encoder's vectors, and eflomal (GPL-3.0).
aligner: $(VENV)/bin/python
	@$(PYTHON) -m venv var/aligner
	@var/aligner/bin/python -m pip install --quiet --disable-pip-version-check --requirement requirements-aligner.txt
	@var/aligner/bin/python -m alignment.suggestions.encoder.install

# Learns again what the encoder's links are chosen by, from the sentences that come with it (docs/howto/aligners.md).
linker: TRAINING := alignment/suggestions/encoder/training
linker:
	@var/aligner/bin/encoder-align learn --general --source $(TRAINING)/source.txt --target $(TRAINING)/target.txt \
		--gold $(TRAINING)/links.txt --learnt $(TRAINING)/../default.json

# Optional: a program that scores translations by neural models, which you put into var/neural/models.
neural-measures: $(VENV)/bin/python
	@$(PYTHON) -m venv var/neural
	@var/neural/bin/python -m pip install --quiet --disable-pip-version-check --requirement requirements-neural.txt
	@var/neural/bin/python -m evaluation.neural_measures.onnx_score.install

# Optional: a toolkit that trains translation systems for experiments, on processors or GPUs (docs/howto/experiments.md).
trainer: $(VENV)/bin/python
	@$(PYTHON) -m venv var/trainer
	@var/trainer/bin/python -m pip install --quiet --disable-pip-version-check --requirement requirements-trainer.txt
	@var/trainer/bin/python -m pip install --quiet --disable-pip-version-check --no-deps sockeye==3.1.34

# Optional: WordNet 3.0, by whose synonyms TESLA-M and METEOR compare; 6 MB of Debian's, into var/wordnet, where the site looks for it.
wordnet: $(VENV)/.installed
	@$(LAUNCH) wordnet

# What a site installs, with versions and licences, as CycloneDX: var/sbom/interlinea.cdx.json.
sbom:
	@$(PYTHON) -m venv var/sbom/site && $(PYTHON) -m venv var/sbom/tool
	@var/sbom/site/bin/python -m pip install --quiet --disable-pip-version-check --require-hashes --requirement requirements-locked.txt
	@var/sbom/tool/bin/python -m pip install --quiet --disable-pip-version-check --requirement requirements-sbom.txt
	@var/sbom/tool/bin/cyclonedx-py environment var/sbom/site/bin/python --output-reproducible --of JSON -o var/sbom/interlinea.cdx.json
	@echo "var/sbom/interlinea.cdx.json"

# Every package that a site installs, with the hashes of its files: after a change of requirements.txt or constraints.txt.
lock: $(VENV)/.installed-for-tests
	@$(VENV)/bin/python -m tests.linting.packages lock

# The newest releases of everything, pinned and locked. Monthly: make update && make test
update: $(VENV)/.installed-for-tests
	@$(VENV)/bin/python -m tests.linting.packages update

# What the PyPA advisory database says of the pinned packages, kept for audits without a network: make advisories FROM=advisory-database
advisories: $(VENV)/.installed-for-tests
	@test -n "$(FROM)" || { echo "Name a clone of https://github.com/pypa/advisory-database: make advisories FROM=FOLDER" >&2; exit 2; }
	@$(VENV)/bin/python -m tests.linting.packages advisories "$(FROM)"

lint: $(VENV)/.installed-for-tests
	$(VENV)/bin/ruff check .
	$(VENV)/bin/ruff format --check .
	$(VENV)/bin/djangofmt --check templates
	$(VENV)/bin/djangofmt check templates
	$(VENV)/bin/oxlint --deny-warnings static
	$(VENV)/bin/python -m tests.linting.stylesheets static
	$(VENV)/bin/mypy
	$(VENV)/bin/python -m tests.linting.dependencies

# Forgets installed packages and caches, never var/, where the data is.
clean:
	rm -rf $(VENV) .mypy_cache .ruff_cache .pytest_cache .hypothesis .import_linter_cache staticfiles
	find . -name __pycache__ -type d -not -path './var/*' -prune -exec rm -rf {} +

$(VENV)/bin/python:
	@test -n "$(PYTHON)" || { echo "Interlinea needs Python 3.11 or newer, and none is on the PATH." \
		"If you have one elsewhere: make PYTHON=/path/to/python run" >&2; exit 1; }
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { \
		echo "Interlinea needs Python 3.11 or newer; $(PYTHON) is older or does not start." >&2; exit 1; }
	@test -w . || { echo "$(CURDIR) cannot be written, and packages are installed into it. Use a copy of yours." >&2; exit 1; }
	@$(PYTHON) -m venv $(VENV) || { rm -rf $(VENV); \
		echo "$(PYTHON) cannot make a virtual environment. On Debian and Ubuntu: apt-get install python3-venv" >&2; exit 1; }

$(VENV)/.installed: requirements-locked.txt requirements-local.txt requirements-docs.txt constraints.txt | $(VENV)/bin/python
	@echo "Installing packages …" >&2
	@$(PIP) --require-hashes --requirement requirements-locked.txt
	@$(INSTALL) --requirement requirements-local.txt --requirement requirements-docs.txt
	@touch $@

$(VENV)/.installed-for-tests: requirements-test.txt $(VENV)/.installed
	@echo "Installing packages for the tests …" >&2
	@$(INSTALL) --requirement requirements-test.txt
	@touch $@
