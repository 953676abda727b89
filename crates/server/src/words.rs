//! Words of the interface whose types live elsewhere or are plain text to the program: their shape
//! for the OpenAPI document; and how whole numbers are read.

use std::fmt;

use serde::de::{Deserialize, Deserializer, Error, Visitor};
use utoipa::openapi::RefOr;
use utoipa::openapi::schema::{ObjectBuilder, OneOfBuilder, Schema, Type};
use utoipa::{PartialSchema, ToSchema};

/// A name of the request's own making: letters, digits and signs without blanks. Sent again under
/// the same name, it is not carried out again.
#[derive(ToSchema)]
#[schema(value_type = String, min_length = 8, max_length = 64, pattern = "^[!-~]+$")]
pub struct RequestName(#[expect(dead_code, reason = "only its shape counts")] String);

/// A token as a client makes it: 32 random bytes as base64 for addresses, without padding.
#[derive(ToSchema)]
#[schema(value_type = String, min_length = 43, max_length = 43, pattern = "^[A-Za-z0-9_-]+$")]
pub struct TokenWord(#[expect(dead_code, reason = "only its shape counts")] String);

/// A side.
#[derive(ToSchema)]
#[schema(as = Side, rename_all = "snake_case")]
#[expect(dead_code, reason = "only its shape counts")]
pub enum SideWord {
    /// The Union.
    Union,
    /// The Confederates.
    Confederate,
}

/// How a computer thinks.
#[derive(ToSchema)]
#[schema(as = Level, rename_all = "snake_case")]
#[expect(dead_code, reason = "only its shape counts")]
pub enum LevelWord {
    /// The weakest.
    Recruit,
    /// The second.
    Captain,
    /// The third.
    Colonel,
    /// The strongest.
    General,
}

/// Whose token can be made anew.
#[derive(ToSchema)]
#[schema(rename_all = "snake_case")]
#[expect(dead_code, reason = "only its shape counts")]
pub enum Reissuable {
    /// The Union's.
    Union,
    /// The Confederates'.
    Confederate,
    /// The watchers'.
    Watch,
}

/// A draw, as the game's system writes it: faces of its die from 1, all else from 0.
#[derive(ToSchema)]
#[schema(value_type = u16, minimum = 0, maximum = 9999)]
pub struct Face(#[expect(dead_code, reason = "only its shape counts")] u16);

/// One field that says what is meant, in the words of the game's system, and in it more about it.
pub struct Verb;

impl ToSchema for Verb {}

impl PartialSchema for Verb {
    fn schema() -> RefOr<Schema> {
        let one = ObjectBuilder::new().schema_type(Type::Object);
        one.min_properties(Some(1)).max_properties(Some(1)).into()
    }
}

/// A picture.
#[derive(ToSchema)]
#[schema(value_type = String, format = Binary)]
pub struct Picture(#[expect(dead_code, reason = "only its shape counts")] Vec<u8>);

/// What a player has decided beforehand, by the form in the sheet's `orders`: for each item's `key` the
/// `value` of one of its choices, or an object of it and the cell that it asks for. Whatever is not said is
/// asked.
pub struct StandingOrders;

impl ToSchema for StandingOrders {}

impl PartialSchema for StandingOrders {
    fn schema() -> RefOr<Schema> {
        let word = || ObjectBuilder::new().schema_type(Type::String);
        let cell = ObjectBuilder::new()
            .schema_type(Type::Object)
            .additional_properties(Some(word()))
            .min_properties(Some(1))
            .max_properties(Some(1));
        let choice = Schema::OneOf(OneOfBuilder::new().item(word()).item(cell).build());
        ObjectBuilder::new()
            .schema_type(Type::Object)
            .description(Some("What a player has decided beforehand, by the form in the sheet's `orders`: for each item's `key` the `value` of one of its choices, or an object of it and the cell that it asks for. Whatever is not said is asked."))
            .additional_properties(Some(choice))
            .into()
    }
}

/// A whole number of the interface: below 2^63, and `3.0` is one too, as JSON Schema has it.
struct Whole(u64);

/// The largest whole number that is read.
const LARGEST: u64 = i64::MAX as u64;

impl<'de> Deserialize<'de> for Whole {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Whole, D::Error> {
        struct Digits;
        impl Visitor<'_> for Digits {
            type Value = Whole;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a whole number from 0 to 9223372036854775807")
            }

            fn visit_u64<E: Error>(self, number: u64) -> Result<Whole, E> {
                let fits = number <= LARGEST;
                let number = fits.then_some(Whole(number));
                number.ok_or_else(|| E::custom("a number is too large"))
            }

            fn visit_i64<E: Error>(self, number: i64) -> Result<Whole, E> {
                let number = u64::try_from(number).ok().map(Whole);
                number.ok_or_else(|| E::custom("a number is below 0"))
            }

            fn visit_f64<E: Error>(self, number: f64) -> Result<Whole, E> {
                // Above this not every whole number can be told from the next.
                let exact =
                    number.fract() == 0.0 && (0.0..=9_007_199_254_740_992.0).contains(&number);
                let number = exact.then_some(Whole(number as u64));
                number.ok_or_else(|| E::custom("a number is not whole"))
            }
        }
        deserializer.deserialize_any(Digits)
    }
}

/// Reads a whole number.
pub fn whole<'de, D: Deserializer<'de>, N: TryFrom<u64>>(deserializer: D) -> Result<N, D::Error> {
    let Whole(number) = Whole::deserialize(deserializer)?;
    N::try_from(number).map_err(|_| D::Error::custom("a number is too large"))
}

/// Reads a whole number or null.
pub fn whole_or_null<'de, D: Deserializer<'de>, N: TryFrom<u64>>(
    deserializer: D,
) -> Result<Option<N>, D::Error> {
    let Some(Whole(number)) = Option::deserialize(deserializer)? else { return Ok(None) };
    N::try_from(number).map(Some).map_err(|_| D::Error::custom("a number is too large"))
}

/// Reads a whole number in what follows a question mark, where everything is text.
pub fn spelled_or_none<'de, D: Deserializer<'de>, N: TryFrom<u64>>(
    deserializer: D,
) -> Result<Option<N>, D::Error> {
    let Some(text) = Option::<String>::deserialize(deserializer)? else { return Ok(None) };
    let number = text.parse().ok().filter(|number: &u64| *number <= LARGEST);
    let number = number.ok_or_else(|| D::Error::custom("expected a whole number"))?;
    N::try_from(number).map(Some).map_err(|_| D::Error::custom("a number is too large"))
}

/// Reads draws; whether they can be is for the rules to say.
pub fn faces<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Vec<u16>, D::Error> {
    let thrown = Vec::<Whole>::deserialize(deserializer)?;
    let face = |Whole(number)| {
        u16::try_from(number).map_err(|_| D::Error::custom("a die has no such face"))
    };
    thrown.into_iter().map(face).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[derive(serde::Deserialize)]
    struct Two {
        #[serde(deserialize_with = "whole")]
        must: u64,
        #[serde(default, deserialize_with = "whole_or_null")]
        may: Option<u8>,
    }

    #[test]
    fn whole_numbers_are_read_as_json_has_them() {
        let read = |text: &str| serde_json::from_str::<Two>(text).map(|two| (two.must, two.may));
        assert_eq!(read("{\"must\":3}").unwrap(), (3, None));
        assert_eq!(read("{\"must\":3.0,\"may\":null}").unwrap(), (3, None));
        assert_eq!(read("{\"must\":1e3,\"may\":255}").unwrap(), (1000, Some(255)));
        assert_eq!(read("{\"must\":9223372036854775807}").unwrap().0, LARGEST);
        for bad in
            ["-1", "3.5", "null", "9223372036854775808", "1e300", "true", "[]", "-0.5", "\"3\""]
        {
            assert!(read(&format!("{{\"must\":{bad}}}")).is_err(), "{bad}");
        }
        assert!(read("{\"must\":1,\"may\":256}").is_err());
    }
}
