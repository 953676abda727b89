-- A seat that is offered by link is an invitation, which is redeemed once for a token that only the guest knows.
CREATE TABLE invitations (
    game  TEXT    NOT NULL REFERENCES games (id) ON DELETE CASCADE,
    side  TEXT    NOT NULL,
    hash  TEXT    NOT NULL,
    spent BOOLEAN NOT NULL,
    PRIMARY KEY (game, side)
);

-- When the holder of a seat was last heard of, in milliseconds since 1970.
ALTER TABLE tokens ADD COLUMN seen BIGINT;

-- Links from before were tokens, which whoever set the game up knew as well: each works once more, as an invitation.
INSERT INTO invitations (game, side, hash, spent)
SELECT game, role, hash, FALSE FROM tokens
WHERE (role = 'union' AND game IN (SELECT id FROM games WHERE facts LIKE '%"holders":{"union":"link",%'))
   OR (role = 'confederate' AND game IN (SELECT id FROM games WHERE
       facts LIKE '%"holders":{"union":"me","confederate":"link"}%'
       OR facts LIKE '%"holders":{"union":"here","confederate":"link"}%'
       OR facts LIKE '%"holders":{"union":"link","confederate":"link"}%'
       OR facts LIKE '%"holders":{"union":"computer","confederate":"link"}%'));

DELETE FROM tokens WHERE EXISTS
    (SELECT 1 FROM invitations WHERE invitations.game = tokens.game AND invitations.side = tokens.role);
