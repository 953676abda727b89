-- When a game's clock next has something to do, in the server's own time: the milliseconds in which it ran. Nothing, if none of its clocks runs.
ALTER TABLE clocks ADD COLUMN due BIGINT;

CREATE INDEX clocks_due ON clocks (due);
