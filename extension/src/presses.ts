/**
 * Presses of our controls that the page keeps from them: one that stops every `click` on the window
 * stops ours as well. What it cannot see is that a control is `:active`. theme.css begins an
 * animation then, whose events do not leave the closed shadow tree.
 */

/** Ms after a control was let go in which the browser's own click comes. */
const patience = 100;

/** Clicks the controls in a shadow tree that were pressed and heard of no click, until `signal` is aborted. */
export function keepPresses(root: ShadowRoot, signal: AbortSignal): void {
  let isHeard = false;
  root.addEventListener(
    "click",
    ({ defaultPrevented, target }) => {
      // What the browser itself does for a control has not been done then.
      isHeard = !(defaultPrevented && target instanceof Element && isNative(target.closest("button, input, summary")));
    },
    { signal },
  );
  root.addEventListener(
    "animationstart",
    (event) => {
      const { target } = event;
      if (event instanceof AnimationEvent && event.animationName === "pressed" && target instanceof HTMLElement) {
        isHeard = false;
        const control = target instanceof HTMLLabelElement ? target.control : target;
        void released(target).then(() => {
          if (!isHeard && !signal.aborted && target.matches(":hover")) {
            isHeard = true;
            // Not composed: it stays in the shadow tree, out of the page's reach.
            control?.dispatchEvent(new MouseEvent("click", { bubbles: true, cancelable: true }));
          }
        });
      }
    },
    { signal },
  );
}

/** Whether the browser does what the control is for. */
function isNative(control: Element | null): boolean {
  return control instanceof HTMLButtonElement ? control.popoverTargetElement !== null : control !== null;
}

/** Resolves when a control has been let go, and a click would have come. */
async function released(control: Element): Promise<void> {
  while (control.matches(":active")) {
    await new Promise(requestAnimationFrame);
  }
  await new Promise((resolve) => setTimeout(resolve, patience));
}
