//! Exports about steps that every core for browsers has.

#![expect(unreachable_pub, reason = "wasm-bindgen exports nothing else")]

use wasm_bindgen::prelude::wasm_bindgen;

/// Takes a step; xtask makes loops call it.
#[wasm_bindgen(js_name = takeStep)]
pub fn take_step() {
    super::take();
}

/// Restores all steps of the page; the glue calls it before each call by JavaScript.
#[wasm_bindgen(js_name = renewSteps)]
pub fn renew_steps() {
    super::renew();
}
