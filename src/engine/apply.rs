//! Executes `setoption`, and applies the changes that options require to the search threads.

use std::path::Path;
use std::sync::Arc;

use super::options::Change;
use super::{Engine, Event};
use crate::eval::network::embedded::EMBEDDED_NAME;
use crate::eval::network::{LoadError, Network, NetworkFile};
use crate::search::pool::PoolError;
use crate::support::quote::Named;
use crate::syzygy::{Opened, Tablebases};

impl Engine {
    /// Executes `setoption`.
    pub(super) fn set_option(&mut self, name: &str, value: Option<&str>) {
        let notation = self.castling_notation();
        match self.options.set(name, value) {
            Ok(None) => {}
            Ok(Some(change)) => self.schedule(change),
            Err(error) => self.report_error(format!("setoption: {error}")),
        }
        if self.castling_notation() != notation {
            self.announce_position();
        }
    }

    /// Applies a change to the pool as soon as nothing runs in it.
    pub(super) fn schedule(&mut self, change: Change) {
        self.pending_changes.push(change);
        self.apply_pending_changes();
    }

    /// Applies the pending changes to the pool, unless a search or background task runs in it.
    pub(super) fn apply_pending_changes(&mut self) {
        if self.pool.is_running() {
            return;
        }
        self.pool.wait();
        for change in std::mem::take(&mut self.pending_changes) {
            match change {
                Change::Resize => self.resize(),
                Change::Clear => self.pool.clear(),
                Change::OpenTables => self.open_tables(),
                Change::SetProbing => self.pool.set_probing(self.options.probing()),
                Change::LoadNetwork => self.load_network(),
            }
        }
    }

    /// Applies `Hash` and `Threads`. If that fails, reports an error and restores the old value of
    /// the option that could not be applied.
    fn resize(&mut self) {
        let (threads, megabytes) = (self.options.threads(), self.options.hash as usize);
        if (self.pool.threads(), self.pool.megabytes()) == (threads.get(), megabytes) {
            return;
        }
        let Err(error) = self.pool.resize(threads, megabytes) else {
            return;
        };
        let (old_threads, old_megabytes) = (self.pool.threads(), self.pool.megabytes());
        let (name, kept) = match error {
            PoolError::Table(_) if megabytes != old_megabytes => {
                self.options.hash = old_megabytes as i64;
                ("Hash", format!("{old_megabytes} MB"))
            }
            _ => {
                self.options.threads = old_threads as i64;
                ("Threads", old_threads.to_string())
            }
        };
        self.report_error(format!("setoption: {name}: {error}; keeping {kept}"));
        // The new value of the other option may still be possible.
        self.resize();
    }

    /// Applies `SyzygyPath`: opens the tablebases, reports their number, and reports damaged files.
    fn open_tables(&mut self) {
        // The old tablebases are closed even if the new folders have none.
        self.pool.set_tables(None);
        if self.options.syzygy_path.is_empty() {
            return;
        }
        let Opened { tablebases, errors } = Tablebases::open(&self.options.syzygy_path);
        self.report_errors("SyzygyPath", errors.iter().map(ToString::to_string));
        if let Some(tables) = tablebases {
            self.emit(Event::Note(tables.summary()));
            self.pool.set_tables(Some(Arc::new(tables)));
        }
    }

    /// Applies `EvalFile`: loads the network. If that fails, reports an error and keeps the network
    /// in use.
    fn load_network(&mut self) {
        match network(&self.options.eval_file) {
            Ok(network) => {
                self.eval_file_in_use.clone_from(&self.options.eval_file);
                // Otherwise, a client that sets all options to their defaults would clear the hash.
                if network != *self.pool.network() {
                    self.pool.set_network(network);
                }
            }
            Err(error) => {
                let kept = match self.eval_file_in_use.as_str() {
                    "" => EMBEDDED_NAME,
                    path => path,
                };
                let kept = Named(Path::new(kept));
                self.report_error(format!("setoption: EvalFile: {error}; keeping {kept}"));
                self.options.eval_file.clone_from(&self.eval_file_in_use);
            }
        }
    }
}

/// Returns the network that a value of the option `EvalFile` selects.
fn network(value: &str) -> Result<Arc<Network>, LoadError> {
    match value {
        "" | EMBEDDED_NAME => Ok(Network::embedded().clone()),
        path => Ok(Arc::new(NetworkFile::load(Path::new(path))?.network)),
    }
}
