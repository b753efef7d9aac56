//! Files as they are sent: plain, or compressed with gzip if the client accepts that. A file is compressed once, not for
//! each request.

use std::borrow::Cow;
use std::io::Write;

use axum::body::{Body, Bytes};
use axum::http::header::{self, HeaderMap, HeaderValue};
use axum::response::Response;
use flate2::Compression;
use flate2::write::GzEncoder;

use super::files;

/// A file in both forms.
pub struct Content {
    kind: &'static str,
    plain: Bytes,
    /// `None` if it is not shorter.
    gzip: Option<Bytes>,
}

impl Content {
    /// Compresses a file, whose name tells its content type.
    pub fn of(name: &str, plain: Cow<'static, [u8]>) -> Content {
        let plain = match plain {
            Cow::Borrowed(embedded) => Bytes::from_static(embedded),
            Cow::Owned(read) => read.into(),
        };
        let gzip = compressed(&plain).filter(|gzip| gzip.len() < plain.len()).map(Bytes::from);
        Content { kind: files::content_type(name), plain, gzip }
    }

    /// The response to a request with these headers.
    pub fn response(&self, request: &HeaderMap) -> Response {
        let Some(gzip) = &self.gzip else { return plain(self.kind, self.plain.clone()) };
        let mut response = match accepts_gzip(request) {
            false => plain(self.kind, self.plain.clone()),
            true => {
                let mut response = plain(self.kind, gzip.clone());
                response.headers_mut().insert(header::CONTENT_ENCODING, HeaderValue::from_static("gzip"));
                response
            }
        };
        response.headers_mut().insert(header::VARY, HeaderValue::from_static("accept-encoding"));
        response
    }
}

/// A response with these bytes, as they are.
pub fn plain(kind: &'static str, bytes: impl Into<Body>) -> Response {
    let mut response = Response::new(bytes.into());
    response.headers_mut().insert(header::CONTENT_TYPE, HeaderValue::from_static(kind));
    response
}

fn compressed(plain: &[u8]) -> Option<Vec<u8>> {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::best());
    encoder.write_all(plain).and_then(|()| encoder.finish()).ok()
}

/// Whether a request accepts gzip (RFC 9110, 12.5.3): by name, or by `*` if it is not named.
fn accepts_gzip(request: &HeaderMap) -> bool {
    let lines = request.get_all(header::ACCEPT_ENCODING).iter().filter_map(|line| line.to_str().ok());
    let codings: Vec<(&str, f32)> = lines.flat_map(|line| line.split(',')).map(coding).collect();
    let weight = |asked: &str| codings.iter().find(|(name, _)| name.eq_ignore_ascii_case(asked)).map(|coding| coding.1);
    ["gzip", "x-gzip", "*"].into_iter().find_map(weight).is_some_and(|weight| weight > 0.0)
}

/// A coding's name and its weight; one that cannot be read counts as 0.
fn coding(text: &str) -> (&str, f32) {
    let mut parts = text.split(';').map(str::trim);
    let name = parts.next().unwrap_or_default();
    let weight = parts.find_map(|part| part.strip_prefix("q=").or_else(|| part.strip_prefix("Q=")));
    (name, weight.map_or(1.0, |weight| weight.parse().unwrap_or(0.0)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn gzip_is_sent_to_clients_that_accept_it() {
        for (accepts, lines) in [
            (false, &[][..]),
            (false, &[""]),
            (false, &["identity"]),
            (false, &["br, deflate"]),
            (false, &["gzip;q=0"]),
            (false, &["gzip;q=0.000, *"]),
            (false, &["*;q=0"]),
            (false, &["gzip;q=nonsense"]),
            (false, &["gzipped"]),
            (true, &["gzip"]),
            (true, &["GZIP"]),
            (true, &["x-gzip"]),
            (true, &["gzip, deflate, br, zstd"]),
            (true, &["br ; q=1.0 ,  gzip ; q=0.1"]),
            (true, &["*"]),
            (true, &["br", "gzip"]),
        ] {
            let mut headers = HeaderMap::new();
            for line in lines {
                headers.append(header::ACCEPT_ENCODING, HeaderValue::from_static(line));
            }
            assert_eq!(accepts_gzip(&headers), accepts, "{lines:?}");
        }
    }
}
