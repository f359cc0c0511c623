/** The core that writes files of an article, in the background. It is compiled when the first file is asked for. */

import type { ExportGlue } from "../../../target/pith/export/glue.d.ts";
import { ext } from "../ext.ts";
import type { Answer, File, FileRequest } from "../messages.ts";
import { required } from "../state.ts";

let instance: Promise<ReturnType<ExportGlue["instantiate"]>> | undefined;

/** Returns a file of an article, or the sentence why there is none. */
export async function writeFile({ html, facts, rtl, form }: FileRequest): Promise<Answer<File>> {
  try {
    instance ??= made();
    const [name, text] = (await instance).writeFile(html, facts, rtl, form);
    return { name, text };
  } catch (error) {
    // What has failed once may have lost its memory.
    instance = undefined;
    return { failure: error instanceof Error ? error.message : String(error) };
  }
}

async function made(): Promise<ReturnType<ExportGlue["instantiate"]>> {
  const response = await fetch(ext.runtime.getURL("export.wasm"));
  return required("pithExport").instantiate(await WebAssembly.compile(await response.arrayBuffer()));
}
