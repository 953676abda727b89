-- Several servers on one database. Whoever has a game in memory knows by the number of its last entry and by this one,
-- which rises whenever its keys change, whether what it has is still true.
ALTER TABLE chains ADD COLUMN keys BIGINT NOT NULL DEFAULT 0;

-- What one server at a time does, for whom, and until when if it is not heard of again, in milliseconds since 1970 by the
-- clock of the database. The fence rises whenever it is taken: what its earlier holder still writes is refused.
CREATE TABLE leases (
    name   TEXT   NOT NULL PRIMARY KEY,
    game   TEXT   REFERENCES games (id) ON DELETE CASCADE,
    holder TEXT   NOT NULL,
    fence  BIGINT NOT NULL,
    until  BIGINT NOT NULL
);

CREATE INDEX leases_of_games ON leases (game);

-- The servers, and until when each is held to be there if it is not heard of again.
CREATE TABLE servers (
    name  TEXT   NOT NULL PRIMARY KEY,
    until BIGINT NOT NULL
);

-- Whose seats listen at which server.
CREATE TABLE listeners (
    game   TEXT NOT NULL REFERENCES games (id) ON DELETE CASCADE,
    server TEXT NOT NULL,
    side   TEXT NOT NULL,
    PRIMARY KEY (game, server, side)
);
