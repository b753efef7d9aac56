//! The access policy: the server answers only the page that it serves. It rejects cross-origin
//! requests (Origin, Sec-Fetch-Site), unknown host names (Host: DNS rebinding) and anything but GET and HEAD. Bound to an
//! address that others can reach, it requires a token, which the printed address contains.
//!
//! Invariant: no page is answered at an address with a token, so that none stays in an address bar, a cache or a shared link.

use std::net::SocketAddr;

use anyhow::{Context, Result};
use axum::body::Body;
use axum::http::header::{self, HeaderName};
use axum::http::{HeaderMap, HeaderValue, Method, Request, StatusCode, Uri};
use axum::response::Response;

/// The headers of every response, so that the page can do what it needs and nothing else.
const HEADERS: [(HeaderName, &str); 8] = [
    (
        header::CONTENT_SECURITY_POLICY,
        "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; worker-src 'self'; style-src 'self'; \
         img-src 'self' data: blob:; font-src 'self'; connect-src 'self'; manifest-src 'self'; \
         base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    ),
    (HeaderName::from_static("cross-origin-opener-policy"), "same-origin"),
    (HeaderName::from_static("cross-origin-resource-policy"), "same-origin"),
    (
        HeaderName::from_static("permissions-policy"),
        "serial=(self), camera=(), microphone=(), geolocation=(), usb=(), payment=()",
    ),
    (header::REFERRER_POLICY, "no-referrer"),
    (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
    (header::X_FRAME_OPTIONS, "DENY"),
    (header::CACHE_CONTROL, "no-cache"),
];

/// The name of the token in an address's query and in a cookie's name.
const TOKEN: &str = "token";

/// The rules for accepting requests.
pub struct AccessPolicy {
    /// The host names that are accepted; `None` if any is, because others may reach the server.
    hosts: Option<Vec<String>>,
    /// The token, if one is required.
    token: Option<String>,
    /// The cookie's name, with the port: browsers share cookies among all ports of a computer.
    cookie: String,
}

/// The decision about a request.
pub enum Verdict {
    /// It is accepted.
    Welcome,
    /// Its address has a token, which must not stay there: the browser is redirected to the address without it, with
    /// this cookie.
    Clean(Option<String>),
    /// It is rejected.
    Refused(StatusCode, &'static str),
}

use Verdict::{Clean, Refused, Welcome};

impl AccessPolicy {
    /// The access policy of a server at this address.
    pub fn of(address: SocketAddr) -> Result<AccessPolicy> {
        let port = address.port();
        let cookie = format!("pipsqueak-{port}-{TOKEN}");
        if !address.ip().is_loopback() {
            return Ok(AccessPolicy { hosts: None, token: Some(draw_token()?), cookie });
        }
        let names = ["localhost".to_owned(), "127.0.0.1".to_owned(), "[::1]".to_owned()];
        let own = SocketAddr::new(address.ip(), port).to_string();
        let mut hosts: Vec<String> = names.iter().map(|name| format!("{name}:{port}")).chain([own]).collect();
        if port == 80 {
            hosts.extend(names);
        }
        Ok(AccessPolicy { hosts: Some(hosts), token: None, cookie })
    }

    /// The address to open in a browser.
    pub fn address(&self, bound: SocketAddr) -> String {
        let token = self.token.as_ref().map_or(String::new(), |token| format!("?{TOKEN}={token}"));
        match bound.ip().is_unspecified() {
            true => format!("http://127.0.0.1:{}/{token}", bound.port()),
            false => format!("http://{bound}/{token}"),
        }
    }

    /// Whether a token is required.
    pub fn has_token(&self) -> bool {
        self.token.is_some()
    }

    /// Checks a request before anything else does.
    pub fn check(&self, request: &Request<Body>) -> Verdict {
        let (headers, uri, method) = (request.headers(), request.uri(), request.method());
        let mut hosts = headers.get_all(header::HOST).iter();
        let (Some(host), None, None) =
            (hosts.next().and_then(|host| host.to_str().ok()), hosts.next(), uri.authority())
        else {
            return Refused(StatusCode::BAD_REQUEST, "exactly one Host header is required");
        };
        let is_known = |hosts: &Vec<String>| hosts.iter().any(|known| known.eq_ignore_ascii_case(host));
        if self.hosts.as_ref().is_some_and(|hosts| !is_known(hosts)) {
            return Refused(StatusCode::FORBIDDEN, "this server is for this computer only, under its own name");
        }
        if is_foreign(headers, host, uri) {
            return Refused(StatusCode::FORBIDDEN, "this server answers its own page only");
        }
        if let Some(turned_away) = self.check_token(headers, uri) {
            return turned_away;
        }
        if method != Method::GET && method != Method::HEAD {
            return Refused(StatusCode::METHOD_NOT_ALLOWED, "only GET and HEAD are allowed");
        }
        let has_body = headers.contains_key(header::TRANSFER_ENCODING)
            || headers.get(header::CONTENT_LENGTH).is_some_and(|length| length != "0");
        if has_body {
            return Refused(StatusCode::PAYLOAD_TOO_LARGE, "request bodies are not accepted");
        }
        Welcome
    }

    /// Checks that the token is present, and not in the address.
    fn check_token(&self, headers: &HeaderMap, uri: &Uri) -> Option<Verdict> {
        let token = self.token.as_ref()?;
        let parameters = uri.query().unwrap_or_default().split('&').filter_map(|pair| pair.split_once('='));
        let mut brought = parameters.filter(|(name, _)| *name == TOKEN).map(|(_, value)| value).peekable();
        let is_in_address = brought.peek().is_some();
        // Lax, not Strict: another site's link may contain the token, and browsers send no Strict cookie after its
        // redirect.
        let cookie = || format!("{}={token}; Path=/; HttpOnly; SameSite=Lax", self.cookie);
        if brought.any(|value| is_same(value, token)) {
            return Some(Clean(Some(cookie())));
        }
        let cookies = headers.get_all(header::COOKIE).iter().filter_map(|line| line.to_str().ok());
        let mut cookies = cookies.flat_map(|line| line.split(';')).filter_map(|pair| pair.trim().split_once('='));
        let kept = cookies.any(|(name, value)| name == self.cookie && is_same(value, token));
        let bearer = headers.get(header::AUTHORIZATION).and_then(|value| value.to_str().ok()?.strip_prefix("Bearer "));
        if !kept && !bearer.is_some_and(|value| is_same(value, token)) {
            let why = "open the address that pipsqueak serve printed, with its token";
            return Some(Refused(StatusCode::FORBIDDEN, why));
        }
        is_in_address.then_some(Clean(None))
    }
}

/// Whether the request comes from another site's page. Its links may lead here; its scripts, frames and images may not.
fn is_foreign(headers: &HeaderMap, host: &str, uri: &Uri) -> bool {
    let is_own = |origin: &HeaderValue| {
        let own = origin.to_str().ok().and_then(|origin| origin.strip_prefix("http://"));
        own.is_some_and(|own| own.eq_ignore_ascii_case(host))
    };
    if !headers.get_all(header::ORIGIN).iter().all(is_own) {
        return true;
    }
    let said = |name: &str| headers.get(name).and_then(|value| value.to_str().ok());
    let follows_link = said("sec-fetch-mode") == Some("navigate") && !uri.path().starts_with("/api");
    !matches!(said("sec-fetch-site"), None | Some("same-origin" | "none")) && !follows_link
}

/// Compares two texts in constant time.
fn is_same(one: &str, other: &str) -> bool {
    let differences = one.bytes().zip(other.bytes()).fold(0, |sum, (one, other)| sum | (one ^ other));
    one.len() == other.len() && differences == 0
}

/// 128 random bits.
fn draw_token() -> Result<String> {
    let mut bytes = [0; 16];
    getrandom::fill(&mut bytes).context("the system gives no random numbers for the token")?;
    Ok(bytes.iter().map(|byte| format!("{byte:02x}")).collect())
}

/// The response to a rejected request.
pub fn answer(status: StatusCode, text: &'static str) -> Response {
    let mut response = Response::new(Body::from(format!("{text}\n")));
    *response.status_mut() = status;
    let headers = response.headers_mut();
    headers.insert(header::CONTENT_TYPE, HeaderValue::from_static("text/plain; charset=utf-8"));
    // The connection is closed, so that a body is not waited for.
    headers.insert(header::CONNECTION, HeaderValue::from_static("close"));
    if status == StatusCode::METHOD_NOT_ALLOWED {
        headers.insert(header::ALLOW, HeaderValue::from_static("GET, HEAD"));
    }
    response
}

/// The response to an address with a token: a redirect without it. Browsers keep the fragment after `#`.
pub fn redirect(cookie: Option<&str>) -> Response {
    let mut response = Response::new(Body::empty());
    *response.status_mut() = StatusCode::SEE_OTHER;
    let headers = response.headers_mut();
    headers.insert(header::LOCATION, HeaderValue::from_static("/"));
    headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
    if let Some(cookie) = cookie.and_then(|cookie| HeaderValue::from_str(cookie).ok()) {
        headers.insert(header::SET_COOKIE, cookie);
    }
    response
}

/// Adds the common headers, unless the response sets them itself.
pub fn seal(mut response: Response) -> Response {
    for (name, value) in HEADERS {
        response.headers_mut().entry(name).or_insert(HeaderValue::from_static(value));
    }
    response
}

#[cfg(test)]
mod tests {
    use super::*;

    fn status(policy: &AccessPolicy, uri: &str, headers: &[(&str, &str)]) -> u16 {
        let mut request = Request::builder().uri(uri);
        for (name, value) in headers {
            request = request.header(*name, *value);
        }
        match policy.check(&request.body(Body::empty()).unwrap()) {
            Welcome => 200,
            Clean(_) => 303,
            Refused(status, _) => status.as_u16(),
        }
    }

    #[test]
    fn on_this_computer_the_name_decides_and_no_token_is_needed() {
        for (bound, known) in [("127.0.0.1:7070", true), ("[::1]:7070", true), ("127.0.0.1:80", false)] {
            let policy = AccessPolicy::of(bound.parse().unwrap()).unwrap();
            assert!(!policy.has_token());
            assert_eq!(status(&policy, "/", &[("host", "localhost:7070")]) == 200, known);
            assert_eq!(status(&policy, "/", &[("host", "localhost")]) == 200, !known);
            for foreign in [
                "example.org",
                "example.org:7070",
                "localhost:7071",
                "localhost:7070.example.org",
                "",
                "192.0.2.1:7070",
            ] {
                assert_eq!(status(&policy, "/", &[("host", foreign)]), 403, "{foreign}");
            }
            assert_eq!(status(&policy, "/", &[]), 400);
            assert_eq!(status(&policy, "/", &[("host", "localhost:7070"), ("host", "localhost:7070")]), 400);
            assert_eq!(status(&policy, "http://localhost:7070/", &[("host", "localhost:7070")]), 400);
        }
    }

    #[test]
    fn others_need_the_token_which_a_cookie_or_a_header_may_carry() {
        let address = "192.0.2.1:7070".parse().unwrap();
        let [policy, other] = [AccessPolicy::of(address).unwrap(), AccessPolicy::of(address).unwrap()];
        let token = policy.token.clone().unwrap();
        assert!(token.len() == 32 && Some(&token) != other.token.as_ref());
        assert_eq!(policy.address(address), format!("http://192.0.2.1:7070/?token={token}"));
        let host = ("host", "teacher.example:7070");
        let cookie = |value: &str| format!("a=b; pipsqueak-7070-token={value}; c=d");
        for (uri, name, value, expected) in [
            ("/", "x", "", 403),
            (&format!("/?token={token}"), "x", "", 303),
            (&format!("/?token={token}0"), "x", "", 403),
            ("/?token=", "x", "", 403),
            ("/api/ports", "cookie", &cookie(&token), 200),
            (&format!("/?token={token}"), "cookie", &cookie(&token), 303),
            ("/?token=of-an-earlier-server", "cookie", &cookie(&token), 303),
            ("/api/ports", "cookie", &cookie(""), 403),
            ("/api/ports", "cookie", &cookie(&token[1..]), 403),
            ("/api/ports", "authorization", &format!("Bearer {token}"), 200),
            ("/api/ports", "authorization", &format!("Bearer {}", other.token.unwrap()), 403),
        ] {
            assert_eq!(status(&policy, uri, &[host, (name, value)]), expected, "{uri} {name}: {value}");
        }
        // The token does not admit another site's script.
        let foreign = [host, ("authorization", &format!("Bearer {token}")), ("origin", "http://example.org")];
        assert_eq!(status(&policy, "/api/ports", &foreign), 403);
    }
}
