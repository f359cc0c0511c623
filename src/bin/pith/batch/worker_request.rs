//! Requests to worker processes.

use serde::{Deserialize, Serialize, Serializer};

use super::source::PageFile;

/// A request to a worker: a job without the data that only its row needs.
#[derive(Serialize, Deserialize)]
pub(super) enum WorkerRequest<'a> {
    File(PageFile),
    Capture {
        url: &'a str,
        #[serde(borrow)]
        charset: Option<&'a str>,
        #[serde(serialize_with = "as_bytes")]
        body: &'a [u8],
    },
}

/// Serializes bytes as one block; by default, each is serialized separately.
fn as_bytes<S: Serializer>(bytes: &[u8], serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_bytes(bytes)
}
