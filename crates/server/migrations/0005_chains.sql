-- Every entry holds a hash of itself and of all before it; the first is of what is fixed about its game.
ALTER TABLE entries ADD COLUMN link TEXT;

-- Where the chain of a game begins and ends. A game from before there were chains got its own as it was found, at `adopted`.
CREATE TABLE chains (
    game    TEXT   NOT NULL PRIMARY KEY REFERENCES games (id) ON DELETE CASCADE,
    head    TEXT   NOT NULL,
    seq     BIGINT NOT NULL,
    link    TEXT   NOT NULL,
    adopted BIGINT
);

-- What is known of the file as a whole.
CREATE TABLE marks (
    name TEXT   NOT NULL PRIMARY KEY,
    at   BIGINT NOT NULL
);
