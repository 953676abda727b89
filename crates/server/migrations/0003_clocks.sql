-- How much of its time each phase of a game against the clock has taken, as far as the server was running.
CREATE TABLE clocks (
    game  TEXT NOT NULL PRIMARY KEY REFERENCES games (id) ON DELETE CASCADE,
    spent TEXT NOT NULL
);
