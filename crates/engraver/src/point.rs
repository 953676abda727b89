//! A point of the drawing plane and the little vector algebra that drawing needs.

use std::ops::{Add, Mul, Neg, Sub};

/// A point, or the way from one point to another, in drawing units; y grows downward.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Point {
    /// To the right.
    pub x: f64,
    /// Downward.
    pub y: f64,
}

impl Point {
    /// A point from its two coordinates.
    pub const fn new(x: f64, y: f64) -> Point {
        Point { x, y }
    }

    /// The unit vector at an angle in degrees, clockwise from the right on the sheet.
    pub fn polar(degrees: f64) -> Point {
        let angle = degrees.to_radians();
        Point::new(angle.cos(), angle.sin())
    }

    /// Distance from the origin.
    pub fn length(self) -> f64 {
        (self.x * self.x + self.y * self.y).sqrt()
    }

    /// Distance to another point.
    pub fn distance(self, other: Point) -> f64 {
        (self - other).length()
    }

    /// The same direction with length one; zero stays zero.
    pub fn unit(self) -> Point {
        let length = self.length();
        if length > 1e-9 { self * (1.0 / length) } else { Point::default() }
    }

    /// Turned a quarter clockwise on the sheet.
    pub fn turned(self) -> Point {
        Point::new(-self.y, self.x)
    }

    /// Scalar product.
    pub fn dot(self, other: Point) -> f64 {
        self.x * other.x + self.y * other.y
    }

    /// The point a share `t` of the way to another.
    pub fn towards(self, other: Point, t: f64) -> Point {
        self + (other - self) * t
    }

    /// Halfway to another point.
    pub fn middle(self, other: Point) -> Point {
        self.towards(other, 0.5)
    }

    /// Direction in degrees, clockwise from the right on the sheet.
    pub fn degrees(self) -> f64 {
        self.y.atan2(self.x).to_degrees()
    }
}

impl Add for Point {
    type Output = Point;
    fn add(self, other: Point) -> Point {
        Point::new(self.x + other.x, self.y + other.y)
    }
}

impl Sub for Point {
    type Output = Point;
    fn sub(self, other: Point) -> Point {
        Point::new(self.x - other.x, self.y - other.y)
    }
}

impl Mul<f64> for Point {
    type Output = Point;
    fn mul(self, factor: f64) -> Point {
        Point::new(self.x * factor, self.y * factor)
    }
}

impl Neg for Point {
    type Output = Point;
    fn neg(self) -> Point {
        Point::new(-self.x, -self.y)
    }
}
