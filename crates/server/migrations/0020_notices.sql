-- Ways to reach the holder of a seat who is not at the table. `target` is an address, empty for a feed; `keys` what is
-- needed to use it; `active` when he last did something at the table; `sent` when a digest last went to the target.
CREATE TABLE channels (
    id        TEXT   NOT NULL PRIMARY KEY,
    game      TEXT   NOT NULL REFERENCES games (id) ON DELETE CASCADE,
    side      TEXT   NOT NULL,
    means     TEXT   NOT NULL,
    pace      TEXT   NOT NULL,
    target    TEXT   NOT NULL,
    keys      TEXT   NOT NULL,
    created   BIGINT NOT NULL,
    confirmed BIGINT,
    active    BIGINT NOT NULL,
    sent      BIGINT NOT NULL
);

CREATE INDEX channels_of_seat ON channels (game, side);
CREATE INDEX channels_of_target ON channels (means, target);

-- What is to be sent, and what was. Whoever sends a message holds it by a lease of its own name until a moment.
CREATE TABLE outbox (
    id           TEXT   NOT NULL PRIMARY KEY,
    channel      TEXT   NOT NULL REFERENCES channels (id) ON DELETE CASCADE,
    what         TEXT   NOT NULL,
    body         TEXT   NOT NULL,
    created      BIGINT NOT NULL,
    due          BIGINT NOT NULL,
    attempts     BIGINT NOT NULL,
    lease        TEXT,
    leased_until BIGINT NOT NULL,
    done         BIGINT,
    outcome      TEXT
);

CREATE INDEX outbox_of_channel ON outbox (channel, created);
CREATE INDEX outbox_due ON outbox (due) WHERE done IS NULL;
CREATE INDEX outbox_of_lease ON outbox (lease) WHERE lease IS NOT NULL;
CREATE INDEX outbox_leased ON outbox (leased_until) WHERE done IS NULL AND leased_until > 0;

-- Keys of the server itself, made once.
CREATE TABLE secrets (
    name  TEXT NOT NULL PRIMARY KEY,
    value TEXT NOT NULL
);

-- How often an address was asked whether it is somebody's: a hash of it, for a day.
CREATE TABLE asked (
    means  TEXT   NOT NULL,
    target TEXT   NOT NULL,
    at     BIGINT NOT NULL
);

CREATE INDEX asked_of_target ON asked (means, target);
