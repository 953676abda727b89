//! The tables of combat and movement.

use atlas::battle::Weapon;
use atlas::battle::read::spot::Spot;
use atlas::fault::quoted;

use super::{MOST_POINTS, Part, Reader, entry, every, exactly, or_word};
use crate::grand_tactical::tables::*;

impl Reader<'_> {
    /// [GT-T 1.0] Operation Costs.
    pub(super) fn costs(&self, mut part: Part<'_>) -> Costs {
        let most = MOST_POINTS as u8;
        let entries = |part: &mut Part<'_>, key| part.list(key, Entry::default(), entry);
        let figures = |part: &mut Part<'_>, key| {
            part.numbers::<3>(key, 0..=MOST_POINTS).map(|points| points as u8)
        };
        let open =
            |part: &mut Part<'_>, key| part.list(key, None, |item| or_word(item, "P", 1..=most));
        let costs = Costs {
            clear: entries(&mut part, "clear"),
            town: entries(&mut part, "town"),
            woods: entries(&mut part, "woods"),
            cornfield: entries(&mut part, "cornfield"),
            ford: entries(&mut part, "ford"),
            bridge: entries(&mut part, "bridge"),
            road: entries(&mut part, "road"),
            higher: figures(&mut part, "higher"),
            higher_by_road: figures(&mut part, "higher_by_road"),
            zone: figures(&mut part, "zone"),
            zone_to_zone: open(&mut part, "zone_to_zone"),
            change_mode: figures(&mut part, "change_mode"),
            fire: figures(&mut part, "fire"),
            melee: open(&mut part, "melee"),
            defend: figures(&mut part, "defend"),
            horse_artillery_mode: part.points("horse_artillery_mode"),
            unlimber_in_zone: part.points("unlimber_in_zone"),
            fortify: part.points("fortify"),
            basic_zone: part.points("basic_zone"),
            basic_zone_to_zone: part.points("basic_zone_to_zone"),
        };
        part.finish();
        costs
    }

    /// [GT 7.4] Operation points.
    pub(super) fn operation_points(&self, mut part: Part<'_>) -> Points {
        let points = Points {
            in_command: part.number("in_command", 1..=20) as u8,
            out_of_command: part.number("out_of_command", 1..=20) as u8,
            carried_over: part.number("carried_over", 0..=20) as u8,
        };
        part.finish();
        points
    }

    /// [GT-T 2.0] The Weapon/Range Casualty Table; every weapon of the scenario must be in it.
    pub(super) fn weapons(&self, mut part: Part<'_>) -> Weapons {
        let spans = part.0.need("ranges").map(|spot| every(&spot, span)).unwrap_or_default();
        let joined = spans.windows(2).all(|two| two[0].1 + 1 == two[1].0);
        if spans.first().is_some_and(|first| first.0 != 1) || !joined {
            part.0.spot.fault("the ranges have a gap; expected them to follow one another from 1");
        }
        let mut rates = [[0; LONGEST_RANGE + 1]; Weapon::ALL.len()];
        for weapon in Weapon::ALL {
            let Some(spot) = part.0.find(weapon.word()) else {
                let used = |unit: &atlas::battle::Unit| unit.special.weapon == Some(weapon);
                if self.files.scenarios.iter().any(|scenario| scenario.units.iter().any(used)) {
                    let word = quoted(weapon.word());
                    part.0.spot.fault(format!("the weapon {word} of some unit is missing"));
                }
                continue;
            };
            let row = every(&spot, |item| item.small_number(0..=100));
            if row.len() != spans.len() {
                let (found, expected) = (row.len(), spans.len());
                spot.fault(format!("found {found} rates; expected {expected}, one for each range"));
            }
            for (&(from, to), rate) in spans.iter().zip(row) {
                rates[weapon as usize][from..=to].fill(rate);
            }
        }
        part.finish();
        Weapons(rates)
    }

    /// [GT-T 3.0] The Melee Combat Results Table.
    pub(super) fn melee(&self, mut part: Part<'_>) -> Melee {
        let rows = part.0.need("rows").map(|spot| (spot.clone(), every(&spot, melee_row)));
        let rows = match rows {
            Some((spot, rows)) => {
                let rises = rows.windows(2).all(|two| match (two[0].up_to, two[1].up_to) {
                    (Some(low), Some(high)) => low < high,
                    (Some(_), None) => true,
                    (None, _) => false,
                });
                if !rises || rows.last().is_none_or(|last| last.up_to.is_some()) {
                    spot.fault("expected rows that rise, the last without \"up_to\"");
                }
                rows
            }
            None => Vec::new(),
        };
        let melee = Melee {
            differential: part.number("differential", 1..=1000) as u16,
            random: part.number("random", 1..=1000) as u16,
            rows,
            men_per_gun: part.number("men_per_gun", 0..=100) as u16,
            guns_lost: part.number("guns_lost", 1..=100) as u16,
        };
        part.finish();
        melee
    }

    /// [GT-T 8.0, GT-T 9.0, GT-T 10.0] The modifiers.
    pub(super) fn modifiers(&self, mut part: Part<'_>) -> Modifiers {
        let pair = |part: &mut Part<'_>, key| {
            let [fire, melee] = part.numbers::<2>(key, 0..=400);
            Modifier { fire: fire as u16, melee: melee as u16 }
        };
        let density = part.0.need("density").and_then(|spot| {
            let mut part = Part(spot.fields()?);
            let read = (
                part.number("men", 0..=10_000),
                part.number("step", 1..=1000),
                part.number("most", 0..=100),
            );
            part.finish();
            Some(read)
        });
        let (density_men, density_step, density_most) = density.unwrap_or((0, 1, 0));
        let modifiers = Modifiers {
            column: pair(&mut part, "column"),
            mounted: pair(&mut part, "mounted"),
            routed: pair(&mut part, "routed"),
            dismounted: pair(&mut part, "dismounted"),
            woods: pair(&mut part, "woods"),
            town: pair(&mut part, "town"),
            cornfield: pair(&mut part, "cornfield"),
            higher: pair(&mut part, "higher"),
            crossing: pair(&mut part, "crossing"),
            no_ammunition: pair(&mut part, "no_ammunition"),
            flank_to_attacker: part.number("flank_to_attacker", 0..=400) as u16,
            flank_to_defender: part.number("flank_to_defender", 0..=400) as u16,
            fortification: part.number("fortification", 0..=20) as u16,
            density_men,
            density_step,
            density_most,
            random: part.number("random", 0..=100) as u16,
            least_battle_time: part.points("least_battle_time"),
            least_fatigue_factor: part.number("least_fatigue_factor", 0..=100) as u16,
        };
        part.finish();
        modifiers
    }

    /// [GT-T 4.0, GT-T 5.0] Fatigue.
    pub(super) fn fatigue(&self, mut part: Part<'_>) -> Fatigue {
        let casualties = part.0.need("casualties").and_then(|spot| {
            let mut part = Part(spot.fields()?);
            let read = [
                part.number("divisor", 1..=1000),
                part.number("proportional_from", 1..=10_000),
                part.number("up_to", 1..=10_000),
                part.number("rate", 0..=10_000),
            ];
            part.finish();
            Some(read.map(|number| number as u32))
        });
        let [divisor, from, to, rate] = casualties.unwrap_or([1, 1, 1, 0]);
        let fatigue = Fatigue {
            square: part.percent("square"),
            square_in_column: part.percent("square_in_column"),
            fortify: part.percent("fortify"),
            force_march: part.percent("force_march"),
            may_force_march_below: part.percent("may_force_march_below"),
            leader_lost: part.percent("leader_lost"),
            passed_through: part.percent("passed_through"),
            casualty_divisor: divisor,
            proportional_from: from,
            proportional_to: to,
            proportional_rate: rate,
            recovery_in_zone: part.number("recovery_in_zone", 1..=100) as u8,
            recovery_elsewhere: part.number("recovery_elsewhere", 1..=100) as u8,
        };
        part.finish();
        fatigue
    }

    /// [GT 8.6, 8.8, GT-T 6.0] Morale.
    pub(super) fn morale(&self, mut part: Part<'_>) -> Morale {
        let recovery = part.0.need("recovery").and_then(|spot| {
            let mut part = Part(spot.fields()?);
            let keys = ["leader", "leader_or_zone", "neither"];
            let read = keys.map(|key| part.percent(key));
            part.finish();
            Some(read)
        });
        let [with_leader, with_one, with_neither] = recovery.unwrap_or_default();
        let men = |spot: &Spot<'_>| spot.number(0..=10_000);
        let morale = Morale {
            rout_below: part.number("rout_below", -100..=100),
            rout_chance: part.percent("rout_chance"),
            rout_men: part.number("rout_men", 0..=10_000) as u16,
            rout_squares: part.number("rout_squares", 0..=MOST_POINTS) as u8,
            retreat_squares: part.number("retreat_squares", 0..=MOST_POINTS) as u8,
            disruption: part.number("disruption", 0..=10_000) as u32,
            trapped: part.number("trapped", 1..=1000) as u16,
            recovers_above: part.number("recovers_above", -100..=100),
            recovery_with_leader: with_leader,
            recovery_with_one: with_one,
            recovery_with_neither: with_neither,
            rally_from: part.number("rally_from", -100..=100),
            rally_men: part.sides("rally_men", 0, men),
            guns_give_way: part.percent("guns_give_way"),
        };
        part.finish();
        morale
    }

    /// [GT 8.2, 7.12] Losses of guns and leaders.
    pub(super) fn losses(&self, mut part: Part<'_>) -> (u16, u32) {
        let losses = (
            part.number("points_per_gun", 1..=1000) as u16,
            part.number("leader", 0..=10_000) as u32,
        );
        part.finish();
        losses
    }

    /// [GT 8.9, GT-T 7.0] Ammunition.
    pub(super) fn ammunition(&self, mut part: Part<'_>) -> Ammunition {
        let [runs_out, guns_run_out] = part.numbers::<2>("runs_out", 0..=100).map(|n| n as u8);
        let eligible = part.0.need("eligible");
        let eligible = eligible.map(|spot| every(&spot, |item| item.small_number(0..=100)));
        let resupply = |spot: &Spot<'_>| {
            let [guns, guns_mid_turn, others, others_mid_turn] =
                exactly(spot, |item| item.small_number(0..=100))?;
            Some(Resupply { guns, guns_mid_turn, others, others_mid_turn })
        };
        let ammunition = Ammunition {
            runs_out,
            guns_run_out,
            eligible: eligible.unwrap_or_default(),
            eligible_apart: part.percent("eligible_apart"),
            resupply: part.sides("resupply", Resupply::default(), resupply),
        };
        part.finish();
        ammunition
    }
}

/// "4-6", or "1".
fn span(spot: &Spot<'_>) -> Option<(usize, usize)> {
    let text = spot.name()?;
    let (from, to) = text.split_once('-').unwrap_or((&text, &text));
    let read = from.parse().ok().zip(to.parse().ok());
    let read = read.filter(|&(from, to)| 1 <= from && from <= to && to <= LONGEST_RANGE);
    read.or_else(|| spot.expected(format!("squares from 1 to {LONGEST_RANGE}, as in \"4-6\"")))
}

fn melee_row(spot: &Spot<'_>) -> Option<MeleeRow> {
    let mut part = Part(spot.fields()?);
    let row = MeleeRow {
        up_to: part.0.find("up_to").and_then(|spot| spot.signed(-1000..=1000)),
        attacker: part.number("attacker", 0..=10_000) as u16,
        defender: part.number("defender", 0..=10_000) as u16,
        attacker_retreats: part.percent("attacker_retreats"),
        defender_retreats: part.percent("defender_retreats"),
    };
    part.finish();
    Some(row)
}
