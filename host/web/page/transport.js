// The lines to a board. There are three, in transports/: the board inside this page (wasm.js), a board on this
// computer's USB (webserial.js), and any PORT of this computer through `pipsqueak serve` (websocket.js).
//
// A transport is an object with
//
//   name                          what people call it
//   async open()                  opens the line, or throws an Error that says what to do
//   async send(bytes)             sends a Uint8Array
//   onbytes = (bytes) => {}       is called with each Uint8Array that comes, in order, in whatever pieces
//   onclose = (reason) => {}      is called once when the line is lost, with a sentence; not after close()
//   async close()                 ends the session
//
// It knows only bytes. The link (link.js) and the WebAssembly interpret them.

export {};
