//! The exports of every core for browsers that have to do with its steps.

#![expect(unreachable_pub, reason = "wasm-bindgen exports nothing else")]

use wasm_bindgen::prelude::wasm_bindgen;

/// Takes a step of the work that is allowed: xtask has loops call it.
#[wasm_bindgen(js_name = takeStep)]
pub fn take_step() {
    super::take();
}

/// Allows all work on the page once more: the glue calls it before each call by JavaScript.
#[wasm_bindgen(js_name = renewSteps)]
pub fn renew_steps() {
    super::renew();
}
