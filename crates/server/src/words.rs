//! Words of the interface whose types live elsewhere or are plain text to the program: their shape for the
//! OpenAPI document, and nothing else.

use utoipa::ToSchema;

/// A name of the request's own making: letters, digits and signs without blanks. Sent again under the same
/// name, it is not carried out again.
#[derive(ToSchema)]
#[schema(value_type = String, min_length = 8, max_length = 64, pattern = "^[!-~]+$")]
pub struct RequestName(#[allow(dead_code)] String);

/// A side.
#[derive(ToSchema)]
#[schema(as = Side, rename_all = "snake_case")]
#[allow(dead_code)]
pub enum SideWord {
    /// The Union.
    Union,
    /// The Confederates.
    Confederate,
}

/// Whose token can be made anew.
#[derive(ToSchema)]
#[schema(rename_all = "snake_case")]
#[allow(dead_code)]
pub enum Reissuable {
    /// The Union's.
    Union,
    /// The Confederates'.
    Confederate,
    /// The watchers'.
    Watch,
}

/// A throw of a die.
#[derive(ToSchema)]
#[schema(value_type = u8, minimum = 1, maximum = 6)]
pub struct Face(#[allow(dead_code)] u8);

/// A picture.
#[derive(ToSchema)]
#[schema(value_type = String, format = Binary)]
pub struct Picture(#[allow(dead_code)] Vec<u8>);

/// What a player has decided beforehand about choices within a combat; whatever is not said is asked.
#[derive(ToSchema)]
#[serde(deny_unknown_fields)]
#[allow(dead_code)]
pub struct StandingOrders {
    /// Where units of a combat retreat to, and those they displace.
    #[schema(required = false)]
    retreat: RetreatOrder,
    /// Whether a victorious unit advances: `always` the strongest that can.
    #[schema(required = false)]
    advance: AdvanceOrder,
    /// Whether bombarding guns share a retreat.
    #[schema(required = false)]
    elect: ElectOrder,
    /// Who is lost in an exchange: `weakest`, those that together are worth least.
    #[schema(required = false)]
    losses: LossesOrder,
}

/// Where units retreat to.
#[derive(ToSchema)]
#[schema(rename_all = "snake_case")]
#[allow(dead_code)]
enum RetreatOrder {
    /// The player is asked.
    Ask,
    /// Where the fewest neighbouring hexes are under enemy control.
    Safest,
    /// As near as possible to this hex.
    Towards(String),
}

/// Whether a victorious unit advances.
#[derive(ToSchema)]
#[schema(rename_all = "snake_case")]
#[allow(dead_code)]
enum AdvanceOrder {
    Ask,
    Never,
    Always,
}

/// Whether bombarding guns share a retreat.
#[derive(ToSchema)]
#[schema(rename_all = "snake_case")]
#[allow(dead_code)]
enum ElectOrder {
    Ask,
    Retreat,
    Stay,
}

/// Who is lost in an exchange.
#[derive(ToSchema)]
#[schema(rename_all = "snake_case")]
#[allow(dead_code)]
enum LossesOrder {
    Ask,
    Weakest,
}
