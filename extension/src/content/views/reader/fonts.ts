/** Loads a bundled font for the article until Reader closes: as bytes, which a page's policy can't forbid. */

import { fonts } from "../../../ui/nodes.ts";
import { ask } from "../../../shared/requests.ts";
import { provide } from "../../session/parts.ts";

async function load(font: string, signal: AbortSignal): Promise<void> {
  const answer = await ask("face", { font });
  if ("failure" in answer) {
    throw new Error(answer.failure);
  }
  if (signal.aborted) {
    return;
  }
  const all = fonts();
  const made = answer.faces.map(({ family, data, ...descriptors }) => {
    const face = new FontFace(family, Uint8Array.fromBase64(data).buffer, descriptors);
    all.add(face);
    signal.addEventListener("abort", () => all.delete(face));
    return face.load();
  });
  await Promise.all(made);
}

declare module "../../session/parts.ts" {
  interface Provided {
    /** Resolves once the font is available. */
    fonts: (font: string, signal: AbortSignal) => Promise<void>;
  }
}

provide("fonts", load);
