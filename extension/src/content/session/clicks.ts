/**
 * Hears presses of our controls that the page keeps from them: a page that stops every `click` on the
 * window stops ours as well. It cannot see that a control is `:active`. When it is so no more, theme.css
 * has a transition, whose events do not leave the closed shadow tree. A press may be over before anything is drawn,
 * and no animation would have begun.
 */

import { clickReportTimeout, clickTimeout } from "../../shared/timeouts.ts";

/** Clicks the controls in a shadow tree whose presses had no effect, until `signal` is aborted. */
export function keepClicks(root: ShadowRoot, signal: AbortSignal): void {
  /** The last time of an event on a control, or on what the browser itself opens or changes by it. */
  const heard = new WeakMap<EventTarget, number>();
  const hear = (target: EventTarget | null): void => {
    if (target) {
      heard.set(target, performance.now());
    }
  };
  root.addEventListener(
    "click",
    ({ isTrusted, defaultPrevented, target }) => {
      const control = target instanceof Element ? target.closest("button, input, summary") : null;
      // The browser has not done its own part for a control if that was prevented.
      if (isTrusted && control && !(defaultPrevented && isNative(control))) {
        hear(control);
      }
    },
    { signal },
  );
  for (const type of ["beforetoggle", "toggle", "change"]) {
    root.addEventListener(type, ({ target }) => hear(target), { capture: true, signal });
  }
  const pressed = async (target: HTMLElement): Promise<void> => {
    const since = performance.now() - clickReportTimeout;
    const control = target instanceof HTMLLabelElement ? target.control : target;
    await new Promise((resolve) => setTimeout(resolve, clickTimeout));
    const isHeard = effectsOf(control).some((effect) => (heard.get(effect) ?? -Infinity) >= since);
    if (!isHeard && !signal.aborted && target.matches(":hover")) {
      // Not composed: it stays in the shadow tree, out of the page's reach.
      control?.dispatchEvent(new MouseEvent("click", { bubbles: true, cancelable: true }));
    }
  };
  root.addEventListener(
    "transitionrun",
    (event) => {
      const { target } = event;
      if (target instanceof HTMLElement && (event as TransitionEvent).propertyName === "flood-opacity") {
        void pressed(target);
      }
    },
    { signal },
  );
}

/** Returns whether the browser itself does what the control is for. */
function isNative(control: Element): boolean {
  return !(control instanceof HTMLButtonElement) || control.popoverTargetElement !== null;
}

/** Returns the control, and what the browser opens by it. */
function effectsOf(control: HTMLElement | null): Element[] {
  const popup = control instanceof HTMLButtonElement ? control.popoverTargetElement : null;
  return [control, popup, control?.closest("details")].filter((effect) => effect instanceof Element);
}
