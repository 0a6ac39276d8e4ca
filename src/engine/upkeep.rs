//! What options and new games ask of the pool, done when nothing runs in it.
//!
//! See <https://www.chessprogramming.org/UCI#Options>.

use std::num::NonZeroUsize;
use std::sync::Arc;

use super::event::Event;
use super::state::{Engine, Upkeep};
use crate::search::pool::ResizeError;
use crate::syzygy::{Opened, Tables};

impl Engine {
    /// Has the pool looked after as soon as it is free.
    pub(super) fn later(&mut self, upkeep: Upkeep) {
        self.pending.push(upkeep);
        self.settle();
    }

    /// Does what options and new games ask of the pool, unless it is at work: then it is
    /// done after that.
    pub(super) fn settle(&mut self) {
        if self.pool.is_running() {
            return;
        }
        self.pool.wait();
        for upkeep in std::mem::take(&mut self.pending) {
            match upkeep {
                Upkeep::Resize => self.resize(),
                Upkeep::Clear => self.pool.clear(),
                Upkeep::OpenTables => self.open_tables(),
                Upkeep::Probing => self.pool.set_probing(self.options.probing),
            }
        }
    }

    fn resize(&mut self) {
        let (threads, megabytes) = (self.options.threads, self.options.hash_megabytes);
        if (self.pool.threads(), self.pool.megabytes()) == (threads.get(), megabytes) {
            return;
        }
        let Err(error) = self.pool.resize(threads, megabytes) else {
            return;
        };
        let (old_threads, old_megabytes) = (self.pool.threads(), self.pool.megabytes());
        let (name, kept) = match error {
            ResizeError::Table(_) if megabytes != old_megabytes => {
                self.options.hash_megabytes = old_megabytes;
                ("Hash", format!("{old_megabytes} MB"))
            }
            _ => {
                self.options.threads = NonZeroUsize::new(old_threads).unwrap_or(NonZeroUsize::MIN);
                ("Threads", old_threads.to_string())
            }
        };
        self.error(format!("setoption: {name}: {error}; it stays at {kept}"));
        // The other of the two may be had all the same.
        self.resize();
    }

    /// Opens the endgame tables, and says what was found and what is wrong with the rest.
    fn open_tables(&mut self) {
        // The old ones must be closed before.
        self.pool.set_tables(None);
        if self.options.syzygy_path.is_empty() {
            return;
        }
        let Opened { tables, problems } = Tables::open(&self.options.syzygy_path);
        self.errors("SyzygyPath", problems.iter().map(ToString::to_string));
        if let Some(tables) = tables {
            self.say(Event::Note(tables.summary()));
            self.pool.set_tables(Some(Arc::new(tables)));
        }
    }

    /// Ends what runs, so that something else can be started.
    pub(super) fn interrupt(&mut self) {
        self.end();
        self.settle();
    }
}
