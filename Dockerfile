# The suite as a container image: docker build -t conformance . && docker run --rm conformance
# In a folder of yours: docker run --rm --user "$(id -u)" -v "$PWD:/work" conformance certify ...
FROM python:3.13-slim AS build
WORKDIR /suite
COPY pyproject.toml hatch_build.py README.md LICENSE ./
COPY conformance conformance
COPY specs specs
RUN python -m pip wheel -q --no-cache-dir --no-deps --wheel-dir /wheels .

FROM python:3.13-slim
COPY --from=build /wheels /wheels
# With all extras: nobody installs more into a container.
RUN python -m pip install -q --no-cache-dir "$(ls /wheels/*.whl)[all]" && rm -r /wheels
WORKDIR /work
# Any user may write here, whoever is named by --user.
RUN chmod 1777 /work
USER 1000
ENTRYPOINT ["conformance"]
CMD ["demo"]
