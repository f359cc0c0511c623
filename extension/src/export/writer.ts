/** The core that writes files of an article and reads its formulas, in the background. It is compiled when it is first asked. */

import type { ExportGlue } from "../../../target/pith/export/glue.d.ts";
import { ext } from "../ext.ts";
import type { Answer, FileRequest, FormulasRequest, NextPageRequest, PicturesRequest, SentFile } from "../messages.ts";
import { required } from "../state.ts";

type Core = ReturnType<ExportGlue["instantiate"]>;

let compiled: Promise<WebAssembly.Module> | undefined;

/** Returns a file of an article, or the sentence why there is none. */
export function writeFile({ html, facts, rtl, form, pictures }: FileRequest): Promise<Answer<SentFile>> {
  return answer((core) => {
    const held = pictures.map(({ src, type, data }): [string, string, Uint8Array] => [
      src,
      type,
      Uint8Array.fromBase64(data),
    ]);
    const [name, bytes] = core.writeFile(html, facts, rtl, held, form);
    return { name, data: bytes.toBase64() };
  });
}

/** Returns the addresses of the pictures of an article, or the sentence why they cannot be had. */
export function picturesOf({ html }: PicturesRequest): Promise<Answer<{ addresses: string[] }>> {
  return answer((core) => ({ addresses: core.picturesOf(html) }));
}

/** Returns the HTML of a further page of an article without what the pages before have as well. */
export function onlyNew(html: string, { earlier, title, number }: NextPageRequest): Promise<Answer<{ html: string }>> {
  return answer((core) => ({ html: core.nextPage(html, earlier, title ?? "", number) }));
}

/** Returns HTML of an article with what the other core leaves out of formulas, or the sentence why it cannot be had. */
export function withFormulas({ html }: FormulasRequest): Promise<Answer<{ html: string }>> {
  return answer((core) => ({ html: core.withFormulas(html) }));
}

/** Asks an instance of its own, so that nothing of an article is held once it is written. */
async function answer<What>(ask: (core: Core) => What): Promise<Answer<What>> {
  try {
    compiled ??= compile();
    return ask(required("pithExport").instantiate(await compiled));
  } catch (error) {
    return { failure: error instanceof Error ? error.message : String(error) };
  }
}

async function compile(): Promise<WebAssembly.Module> {
  const response = await fetch(ext.runtime.getURL("export.wasm"));
  return WebAssembly.compile(await response.arrayBuffer());
}
