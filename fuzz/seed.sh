#!/bin/sh
# Fills fuzz/corpus from what the project has: maps, battle files, golden records, positions of every built-in battle.
# Run it at the top of the project; positions need the program (cargo build --release).
set -eu

for target in map_json battle_toml position_json record; do
    mkdir -p "fuzz/corpus/$target"
done

cp crates/atlas/tests/files/map_fixtures/*.json fuzz/corpus/map_json/
for map in battles/*/*/map.json; do
    cp "$map" "fuzz/corpus/map_json/$(echo "$map" | tr / -)"
done

# The first line of a battle file names it.
for file in battles/*/*/*.toml battles/*/*/setups/*.toml; do
    name=${file#battles/}
    { echo "$name"; cat "$file"; } > "fuzz/corpus/battle_toml/$(echo "$name" | tr / -)"
done

# Whole records replay slowly: their first lines, of games that go on, are seeds too.
for record in crates/rules/tests/records/*.jsonl; do
    name=$(basename "$record")
    cp "$record" "fuzz/corpus/record/$name"
    head -n 25 "$record" > "fuzz/corpus/record/short-$name"
done

# A position, an action and a question, each after a control character 1.
longroll=target/release/longroll
if [ -x "$longroll" ]; then
    for folder in battles/*/*/; do
        battle=${folder#battles/}
        battle=${battle%/}
        for setup in "$folder"setups/*.toml; do
            scenario=$(basename "$setup" .toml)
            { "$longroll" position new "$battle" --scenario "$scenario"
              printf '\001{"end_phase":{}}\001{"actions":{}}'
            } > "fuzz/corpus/position_json/$(echo "$battle-$scenario" | tr / -)"
        done
    done
else
    echo "no $longroll: position_json has no seeds" >&2
fi
