/** Loads a bundled font for the article until Reader closes: as bytes, which a page's policy can't forbid. */

import { fonts } from "../../../ui/nodes.ts";
import { ask } from "../../../shared/requests.ts";
import { provide } from "../../session/parts.ts";

async function loadFont(font: string, signal: AbortSignal): Promise<void> {
  const response = await ask("face", { font });
  if ("failure" in response) {
    throw new Error(response.failure);
  }
  if (signal.aborted) {
    return;
  }
  const fontSet = fonts();
  const loading = response.faces.map(({ family, data, ...descriptors }) => {
    const face = new FontFace(family, Uint8Array.fromBase64(data).buffer, descriptors);
    fontSet.add(face);
    signal.addEventListener("abort", () => fontSet.delete(face));
    return face.load();
  });
  await Promise.all(loading);
}

declare module "../../session/parts.ts" {
  interface Provided {
    /** Resolves once the font is available. */
    fonts: (font: string, signal: AbortSignal) => Promise<void>;
  }
}

provide("fonts", loadFont);
