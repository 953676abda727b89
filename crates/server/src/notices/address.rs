//! Which addresses of the network somebody else may have us call.
//!
//! Whoever gives an address for his notices decides whom the server calls. It must not become a way into the host's own
//! network: only addresses that anybody on the internet could call himself are called, whatever name leads to them.

use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};

/// Networks of IPv4 that are nobody's or somebody's own, with how many bits say so.
const CLOSED_V4: [(Ipv4Addr, u32); 15] = [
    (Ipv4Addr::new(0, 0, 0, 0), 8),
    (Ipv4Addr::new(10, 0, 0, 0), 8),
    (Ipv4Addr::new(100, 64, 0, 0), 10),
    (Ipv4Addr::new(127, 0, 0, 0), 8),
    // The addresses at which clouds tell their machines secrets are among these.
    (Ipv4Addr::new(169, 254, 0, 0), 16),
    (Ipv4Addr::new(172, 16, 0, 0), 12),
    (Ipv4Addr::new(192, 0, 0, 0), 24),
    (Ipv4Addr::new(192, 0, 2, 0), 24),
    (Ipv4Addr::new(192, 88, 99, 0), 24),
    (Ipv4Addr::new(192, 168, 0, 0), 16),
    (Ipv4Addr::new(198, 18, 0, 0), 15),
    (Ipv4Addr::new(198, 51, 100, 0), 24),
    (Ipv4Addr::new(203, 0, 113, 0), 24),
    (Ipv4Addr::new(224, 0, 0, 0), 4),
    (Ipv4Addr::new(240, 0, 0, 0), 4),
];

/// Networks within the public part of IPv6 that are not for everybody, or lead to IPv4 by a detour.
const CLOSED_V6: [(Ipv6Addr, u32); 4] = [
    (Ipv6Addr::new(0x2001, 0, 0, 0, 0, 0, 0, 0), 23),
    (Ipv6Addr::new(0x2001, 0xdb8, 0, 0, 0, 0, 0, 0), 32),
    (Ipv6Addr::new(0x2002, 0, 0, 0, 0, 0, 0, 0), 16),
    (Ipv6Addr::new(0x3fff, 0, 0, 0, 0, 0, 0, 0), 20),
];

/// Whether an address is anybody's to call.
pub fn is_public(address: IpAddr) -> bool {
    match address.to_canonical() {
        IpAddr::V4(v4) => !CLOSED_V4.iter().any(|(network, bits)| {
            let shift = 32 - bits;
            v4.to_bits() >> shift == network.to_bits() >> shift
        }),
        IpAddr::V6(v6) => {
            // All that was ever given out begins with these three bits.
            let given_out = v6.to_bits() >> 125 == 1;
            given_out
                && !CLOSED_V6.iter().any(|(network, bits)| {
                    let shift = 128 - bits;
                    v6.to_bits() >> shift == network.to_bits() >> shift
                })
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nobody_is_led_into_the_hosts_own_network() {
        for closed in [
            "0.0.0.0",
            "0.1.2.3",
            "10.0.0.1",
            "100.64.0.1",
            "100.127.255.255",
            "127.0.0.1",
            "127.255.255.254",
            "169.254.169.254",
            "172.16.0.1",
            "172.31.255.255",
            "192.0.0.8",
            "192.168.1.1",
            "198.18.0.1",
            "198.19.255.255",
            "203.0.113.9",
            "224.0.0.251",
            "239.255.255.250",
            "240.0.0.1",
            "255.255.255.255",
            "::",
            "::1",
            "::127.0.0.1",
            "::ffff:127.0.0.1",
            "::ffff:169.254.169.254",
            "::ffff:10.0.0.1",
            "64:ff9b::7f00:1",
            "64:ff9b:1::1",
            "100::1",
            "2001::1",
            "2001:db8::1",
            "2002:7f00:1::1",
            "3fff::1",
            "5f00::1",
            "fc00::1",
            "fd00:ec2::254",
            "fe80::1",
            "fec0::1",
            "ff02::1",
        ] {
            assert!(!is_public(closed.parse().unwrap()), "{closed}");
        }
    }

    #[test]
    fn what_anybody_can_call_may_be_called() {
        for open in [
            "1.1.1.1",
            "9.255.255.255",
            "11.0.0.1",
            "100.63.255.255",
            "100.128.0.1",
            "126.1.1.1",
            "169.253.1.1",
            "172.15.0.1",
            "172.32.0.1",
            "192.167.1.1",
            "198.17.1.1",
            "223.255.255.1",
            "2600::1",
            "2a00:1450:4001::1",
            "::ffff:1.1.1.1",
            "2001:4860:4860::8888",
        ] {
            assert!(is_public(open.parse().unwrap()), "{open}");
        }
    }
}
