/** Shows a box over the page while no view is open. The box is in one element below the root. */

import { element, styleElement } from "../../ui/build.ts";
import { applySettings } from "../../ui/live-settings.ts";
import type { OverPageKind } from "./over-page-kinds.ts";
import type { Settings } from "../../shared/settings/settings.ts";
import theme from "../../ui/theme.css";
import { isEscape, hideClicksFromDocument } from "../session/guard.ts";
import { appendToRoot, showPopover } from "../../ui/nodes.ts";
import { recoverSuppressedClicks } from "../session/clicks.ts";
import { ownScale } from "../dom/viewport.ts";

const dark = matchMedia("(prefers-color-scheme: dark)");

interface OverPageOptions {
  kind: OverPageKind;
  box: HTMLElement;
  styles: string;
  settings: Settings;
  /** Called when Escape is pressed. */
  onEscape(): void;
  /** Removes the box when aborted. */
  signal: AbortSignal;
  /** Called with the shadow root before the box is shown. */
  prepare?(shadow: ShadowRoot): void;
}

/** Shows the box, a popover, until `signal` is aborted. */
export function showOverPage({ kind, box, styles, settings, onEscape, signal, prepare }: OverPageOptions): void {
  const dialog = element("dialog", {}, box);
  const host = element("div", { "data-pith": kind });
  const applyTheme = ({ matches }: Pick<MediaQueryList, "matches"> = dark): void =>
    applySettings(dialog, settings, matches);
  applyTheme();
  dark.addEventListener("change", applyTheme, { signal });
  const shadow = host.attachShadow({ mode: "closed" });
  shadow.append(styleElement(theme + styles), dialog);
  prepare?.(shadow);
  host.style.setProperty("--pith-zoom", String(ownScale()));
  appendToRoot(host);
  recoverSuppressedClicks(shadow, signal);
  hideClicksFromDocument(host, signal);
  const onKeydown = (event: KeyboardEvent): void => {
    if (isEscape(event)) {
      event.stopPropagation();
      event.preventDefault();
      onEscape();
    }
  };
  window.addEventListener("keydown", onKeydown, { capture: true, signal });
  signal.addEventListener("abort", () => host.remove());
  showPopover(box);
}
