/**
 * Detects clicks on Pith's controls that the page suppresses. A page that stops every `click` on the window also stops
 * these, but it can't see that a control is `:active`. When that ends, theme.css runs a transition, whose events stay
 * in the closed shadow tree. An animation wouldn't do: a click may be over before anything is painted.
 */

import { clickReportTimeout, clickTimeout } from "../../shared/timeouts.ts";

/** Clicks controls in a shadow tree whose clicks were suppressed, until `signal` is aborted. */
export function recoverSuppressedClicks(root: ShadowRoot, signal: AbortSignal): void {
  /** Time of the last event on a control, or on what the browser opens or changes for it. */
  const effectTimes = new WeakMap<EventTarget, number>();
  const recordEffect = (target: EventTarget | null): void => {
    if (target) {
      effectTimes.set(target, performance.now());
    }
  };
  root.addEventListener(
    "click",
    ({ isTrusted, defaultPrevented, target }) => {
      const control = target instanceof Element ? target.closest("button, input, summary") : null;
      // If the page prevented the event, the browser hasn't done the control's default action.
      if (isTrusted && control && !(defaultPrevented && hasDefaultAction(control))) {
        recordEffect(control);
      }
    },
    { signal },
  );
  for (const type of ["beforetoggle", "toggle", "change"]) {
    root.addEventListener(type, ({ target }) => recordEffect(target), { capture: true, signal });
  }
  const recoverClick = async (target: HTMLElement): Promise<void> => {
    const since = performance.now() - clickReportTimeout;
    const control = target instanceof HTMLLabelElement ? target.control : target;
    await new Promise((resolve) => setTimeout(resolve, clickTimeout));
    const hadEffect = affectedElements(control).some((effect) => (effectTimes.get(effect) ?? -Infinity) >= since);
    if (!hadEffect && !signal.aborted && target.matches(":hover")) {
      // Not composed: it stays in the shadow tree, out of the page's reach.
      control?.dispatchEvent(new MouseEvent("click", { bubbles: true, cancelable: true }));
    }
  };
  root.addEventListener(
    "transitionrun",
    (event) => {
      const { target } = event;
      if (target instanceof HTMLElement && (event as TransitionEvent).propertyName === "flood-opacity") {
        void recoverClick(target);
      }
    },
    { signal },
  );
}

/** Returns whether the browser has a default action for the control. */
function hasDefaultAction(control: Element): boolean {
  return !(control instanceof HTMLButtonElement) || control.popoverTargetElement !== null;
}

/** Returns the control, and what the browser opens for it. */
function affectedElements(control: HTMLElement | null): Element[] {
  const popup = control instanceof HTMLButtonElement ? control.popoverTargetElement : null;
  return [control, popup, control?.closest("details")].filter((effect) => effect instanceof Element);
}
