# The setter's desk: docker build -t satdoku . && docker run --rm -p 8000:8000 satdoku
FROM python:3.13-slim AS build
WORKDIR /source
COPY . .
# hadolint ignore=DL3013
RUN pip install --no-cache-dir --prefix /installed ".[web,print]"

FROM python:3.13-slim
COPY --from=build /installed /usr/local
RUN useradd --create-home --uid 1000 setter
USER 1000
EXPOSE 8000
# The desk prints the address with its token.
CMD ["satdoku", "serve", "--public", "--host", "0.0.0.0"]
