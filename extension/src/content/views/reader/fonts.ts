/**
 * Loads a font of the package for the article: as bytes, which no policy of the page forbids, and until Reader is
 * left.
 */

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
    /** Resolves once the font is there. */
    fonts: (font: string, signal: AbortSignal) => Promise<void>;
  }
}

provide("fonts", load);
