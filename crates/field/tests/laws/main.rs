//! The laws of the field: what must hold on every sheet, tried on random ones.

mod grids;
mod lines;
mod reach;
mod sets;
mod sheets;
mod walks;
