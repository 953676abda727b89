-- A game is its facts and its entries. SQL that both SQLite and PostgreSQL read.
CREATE TABLE games (
    id      TEXT   NOT NULL PRIMARY KEY,
    created BIGINT NOT NULL,
    seed    TEXT,
    facts   TEXT   NOT NULL
);

CREATE TABLE tokens (
    game TEXT NOT NULL REFERENCES games (id) ON DELETE CASCADE,
    role TEXT NOT NULL,
    hash TEXT NOT NULL,
    PRIMARY KEY (game, role)
);

CREATE TABLE entries (
    game      TEXT    NOT NULL REFERENCES games (id) ON DELETE CASCADE,
    seq       BIGINT  NOT NULL,
    version   BIGINT  NOT NULL,
    at        BIGINT  NOT NULL,
    kind      TEXT    NOT NULL,
    side      TEXT,
    automatic BOOLEAN NOT NULL,
    role      TEXT,
    request   TEXT,
    body      TEXT    NOT NULL,
    PRIMARY KEY (game, seq)
);
