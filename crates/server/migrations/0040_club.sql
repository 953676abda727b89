-- Open tables, on a server whose host lets them be. SQL that both SQLite and PostgreSQL read.

-- A player is a public key with a name he chose. `tag` is the name as it is shown, `fold` what no two may share.
CREATE TABLE club_players (
    id    TEXT   NOT NULL PRIMARY KEY,
    key   TEXT   NOT NULL UNIQUE,
    tag   TEXT   NOT NULL,
    fold  TEXT   NOT NULL UNIQUE,
    since BIGINT NOT NULL,
    seen  BIGINT NOT NULL
);

-- Numbers that players used once to sign a change: what is signed with one of them again is refused.
CREATE TABLE club_nonces (
    key   TEXT   NOT NULL,
    nonce TEXT   NOT NULL,
    at    BIGINT NOT NULL,
    PRIMARY KEY (key, nonce)
);

-- Games that are offered to whoever takes them. An offer that is taken goes, and its game comes.
CREATE TABLE club_offers (
    id      TEXT   NOT NULL PRIMARY KEY,
    player  TEXT   NOT NULL REFERENCES club_players (id) ON DELETE CASCADE,
    made    BIGINT NOT NULL,
    expires BIGINT NOT NULL,
    body    TEXT   NOT NULL
);

-- Who plays a game of an open table. It outlives the game and the players: ratings are worked out from it.
CREATE TABLE club_games (
    game        TEXT   NOT NULL PRIMARY KEY,
    union_id    TEXT   NOT NULL,
    southern_id TEXT   NOT NULL,
    cup         TEXT,
    made        BIGINT NOT NULL,
    ended       BIGINT,
    body        TEXT   NOT NULL,
    verdict     TEXT
);
CREATE INDEX club_games_union ON club_games (union_id);
CREATE INDEX club_games_southern ON club_games (southern_id);
CREATE INDEX club_games_ended ON club_games (ended);

-- Cups: what is fixed about one, who plays in it, and its rounds. Whoever changes it names the version he has seen.
CREATE TABLE club_cups (
    id        TEXT   NOT NULL PRIMARY KEY,
    organiser TEXT   NOT NULL,
    made      BIGINT NOT NULL,
    version   BIGINT NOT NULL,
    body      TEXT   NOT NULL
);
