//! The server as a client meets it: a real listener, a real file.

#[path = "../common/mod.rs"]
mod common;

mod assets;
mod clock;
mod club;
mod computer;
mod connections;
mod fair;
mod faith;
mod faults;
mod folder;
mod fuzz;
mod games;
mod hidden;
mod hidden_battle;
mod integrity;
mod invitations;
mod learning;
mod limits;
mod manners;
mod notices;
mod openapi;
mod pace;
mod play;
mod reading;
mod records;
mod refusals;
mod servers;
mod servers_faults;
mod storage;
mod stream;
mod takeover;
mod thinking;
