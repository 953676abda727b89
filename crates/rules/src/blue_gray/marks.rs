//! What units have done or suffered: asked of one unit as [`Flags`], kept as one set of units for each kind,
//! so that a question about a whole side is a handful of set operations.

use super::ids::{UnitId, UnitSet};

/// What a unit has done or suffered, as bits.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug)]
pub struct Flags(pub u16);

macro_rules! flags {
    ($($name:ident $set:ident $bit:expr, $doc:literal;)*) => {
        impl Flags {
            $(
                #[doc = $doc]
                #[inline]
                pub const fn $name(self) -> bool {
                    self.0 & (1 << $bit) != 0
                }

                #[doc = concat!("Sets or clears: ", $doc)]
                #[inline]
                pub const fn $set(&mut self, value: bool) {
                    self.0 = self.0 & !(1 << $bit) | (value as u16) << $bit;
                }
            )*
        }

        /// The units that have done or suffered something.
        #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
        pub(super) struct Marks {
            $(
                #[doc = $doc]
                pub $name: UnitSet,
            )*
        }

        impl Marks {
            /// Nobody has done anything.
            pub const NONE: Marks = Marks { $($name: UnitSet::EMPTY,)* };

            /// What a unit has done or suffered.
            #[inline]
            pub const fn of(&self, unit: UnitId) -> Flags {
                Flags(0 $(| (self.$name.contains(unit) as u16) << $bit)*)
            }

            /// Replaces what a unit has done or suffered.
            pub const fn put(&mut self, unit: UnitId, flags: Flags) {
                $(self.$name.set(unit, flags.$name());)*
            }
        }
    };
}

flags! {
    moved set_moved 0, "It has moved in this movement phase.";
    used set_used 1, "It has attacked or bombarded in this combat phase.";
    attacked set_attacked 2, "It has been attacked in this combat phase.";
    advanced set_advanced 3, "It has advanced in this combat phase.";
    displaced set_displaced 4, "It has been displaced in this combat phase.";
    ineffective set_ineffective 5, "It has lost its attack effectiveness.";
    released set_released 6, "It has been released from standing still.";
    withdraws set_withdraws 7, "Ineffective, it began this combat phase under enemy control.";
}

impl Flags {
    /// Forgets what lasts one phase or one player-turn only.
    pub const fn begin_phase(&mut self) {
        self.0 &= 0b0110_0000;
    }
}

impl Marks {
    /// Forgets what lasts one phase or one player-turn only.
    pub const fn begin_phase(&mut self) {
        let (ineffective, released) = (self.ineffective, self.released);
        *self = Marks { ineffective, released, ..Marks::NONE };
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_flags_of_a_unit_are_its_sets() {
        let mut marks = Marks::NONE;
        let (first, last) = (UnitId(0), UnitId(127));
        for bits in 0..256u16 {
            marks.put(first, Flags(bits));
            marks.put(last, Flags(!bits & 0xFF));
            assert_eq!((marks.of(first), marks.of(last)), (Flags(bits), Flags(!bits & 0xFF)));
        }
        assert_eq!(marks.moved, UnitSet::one(first));
        marks.put(last, Flags(0xFF));
        marks.begin_phase();
        let mut flags = Flags(0xFF);
        flags.begin_phase();
        assert_eq!(marks.of(last), flags);
        assert!(flags.ineffective() && flags.released() && !flags.withdraws());
    }
}
