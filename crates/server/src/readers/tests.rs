use std::sync::atomic::AtomicUsize;

use rules::game::Seat;

use super::*;

const REPLAY: Wish =
    Wish { line: Line::Replay, origin: Some(std::net::IpAddr::V4(std::net::Ipv4Addr::LOCALHOST)) };

/// How many wait behind those that are under way.
const WAITING: usize = 12;

fn key(step: usize) -> Key {
    Key { game: "g".into(), what: What::Entries(Seat::Watcher, step as u64) }
}

fn asset(text: &'static str) -> Option<Result<Asset, Problem>> {
    Some(Ok(Asset::new(text, "text/plain")))
}

/// A job that holds a thread until it is told to end; it says when it has begun.
struct Hold {
    begun: Arc<tokio::sync::Notify>,
    end: Arc<AtomicBool>,
}

impl Hold {
    fn new() -> Hold {
        Hold { begun: Arc::default(), end: Arc::default() }
    }

    fn work(&self) -> impl Fn(Unwanted) -> Option<Result<Asset, Problem>> + Clone + Send + 'static {
        let (begun, end) = (Arc::clone(&self.begun), Arc::clone(&self.end));
        move |unwanted: Unwanted| {
            begun.notify_one();
            while !end.load(Ordering::SeqCst) {
                if unwanted() {
                    return None;
                }
                std::thread::yield_now();
            }
            asset("held")
        }
    }
}

/// As many as replay at once.
fn threads() -> usize {
    std::thread::available_parallelism().map_or(1, |cores| cores.get()).max(FEWEST_THREADS) / 2
}

#[tokio::test(flavor = "multi_thread")]
async fn many_askers_cost_one_reading_until_the_game_goes_on() {
    let readers = Arc::new(Readers::start());
    let made = Arc::new(AtomicUsize::new(0));
    for edition in ["1", "2"] {
        let askers: Vec<_> = (0..50)
            .map(|_| {
                let (readers, made) = (Arc::clone(&readers), Arc::clone(&made));
                tokio::spawn(async move {
                    let work = move |_: Unwanted| {
                        made.fetch_add(1, Ordering::SeqCst);
                        asset("x")
                    };
                    readers.share(key(0), edition, REPLAY, work).await.is_ok()
                })
            })
            .collect();
        for asker in askers {
            assert!(asker.await.expect("it ends"));
        }
    }
    assert_eq!(made.load(Ordering::SeqCst), 2);
    readers.stop().await;
}

/// Somebody else's replay: the gate lets only a few of one place in at once.
fn from_place(number: usize) -> Wish {
    Wish { origin: Some([192, 0, 2, number as u8].into()), ..REPLAY }
}

#[tokio::test(flavor = "multi_thread")]
async fn replays_keep_no_question_waiting() {
    let readers = Arc::new(Readers::start());
    let hold = Hold::new();
    let mut askers = tokio::task::JoinSet::new();
    // Every thread that replays is taken, and others wait.
    for step in 0..threads() {
        let (readers, work) = (Arc::clone(&readers), hold.work());
        askers.spawn(
            async move { readers.share(key(step), "1", from_place(step), work).await.is_ok() },
        );
        hold.begun.notified().await;
    }
    for step in 0..WAITING {
        let (readers, work) = (Arc::clone(&readers), hold.work());
        askers.spawn(async move {
            readers.share(key(1000 + step), "1", from_place(100 + step), work).await.is_ok()
        });
    }
    while readers.desk.pile().queue.waiting(Line::Replay as usize) < WAITING {
        tokio::task::yield_now().await;
    }
    let question = Wish { line: Line::Player, ..REPLAY };
    assert_eq!(readers.read(question, || 7).await, Ok(7));
    hold.end.store(true, Ordering::SeqCst);
    while let Some(asked) = askers.join_next().await {
        assert!(asked.expect("it ends"));
    }
    readers.stop().await;
    assert_eq!(readers.read(question, || 8).await, Err(Problem::Busy));
}

#[tokio::test(flavor = "multi_thread")]
async fn whoever_has_gone_is_not_worked_for_and_takes_nobodys_place() {
    let readers = Arc::new(Readers::start());
    let hold = Hold::new();
    let begun = Arc::new(AtomicUsize::new(0));
    let (mut held, mut askers) = (tokio::task::JoinSet::new(), tokio::task::JoinSet::new());
    for step in 0..threads() {
        let (readers, work) = (Arc::clone(&readers), hold.work());
        held.spawn(
            async move { readers.share(key(step), "1", from_place(step), work).await.is_ok() },
        );
        hold.begun.notified().await;
    }
    for step in 0..WAITING {
        let (readers, begun) = (Arc::clone(&readers), Arc::clone(&begun));
        askers.spawn(async move {
            let work = move |_: Unwanted| {
                begun.fetch_add(1, Ordering::SeqCst);
                asset("x")
            };
            readers.share(key(1000 + step), "1", from_place(100 + step), work).await.is_ok()
        });
    }
    while readers.desk.pile().queue.waiting(Line::Replay as usize) < WAITING {
        tokio::task::yield_now().await;
    }
    // Those who wait go first: a thread that is free while one of them still waits may begin.
    askers.shutdown().await;
    // Nobody wants the held ones any more: they give up as well.
    held.shutdown().await;
    let last = readers.share(key(3000), "1", REPLAY, |_: Unwanted| asset("x")).await;
    assert!(last.is_ok());
    assert_eq!(begun.load(Ordering::SeqCst), 0, "what nobody waits for is not begun");
    readers.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_fault_hurts_nobody_else() {
    let readers = Readers::start();
    let question = Wish { line: Line::Watcher, origin: None };
    assert_eq!(
        readers.read(question, || -> u8 { panic!("on purpose") }).await,
        Err(Problem::Internal)
    );
    let fault = |_: Unwanted| -> Option<Result<Asset, Problem>> { panic!("on purpose") };
    assert_eq!(readers.share(key(0), "1", REPLAY, fault).await.err(), Some(Problem::Internal));
    assert!(readers.share(key(0), "1", REPLAY, |_: Unwanted| asset("x")).await.is_ok());
    readers.stop().await;
}

#[test]
fn questions_and_openings_take_turns_and_replays_come_last() {
    let (mut pile, order) = (Pile::default(), Arc::new(Mutex::new(Vec::new())));
    for line in
        [Line::Replay, Line::Watcher, Line::Player, Line::Player, Line::Opening, Line::Opening]
    {
        let order = Arc::clone(&order);
        let run = move || order.lock().expect("nobody fails").push(line);
        let job = Job { is_wanted: Box::new(|| true), run: Box::new(run) };
        pile.queue.push(line as usize, None, job);
    }
    while let Some(job) = pile.pop(Line::COUNT) {
        (job.run)();
    }
    let order = order.lock().expect("nobody fails").clone();
    let (play, open) = (Line::Player, Line::Opening);
    assert_eq!(order, [open, play, open, play, Line::Watcher, Line::Replay]);
}
