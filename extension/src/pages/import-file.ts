/** Reads files that the user chooses, for all imports on our pages. */

import { t } from "../shared/ext.ts";
import { element } from "../ui/build.ts";
import { textButton } from "../ui/controls.ts";

/**
 * Returns a button that asks for a file, and its hidden input. `accept`: the accepted types, as in the attribute of the
 * same name. `read` receives the file's text, or null if it exceeds `maxBytes`.
 */
export function importButton(
  accept: string,
  maxBytes: number,
  read: (text: string | null) => Promise<void>,
): { button: HTMLButtonElement; input: HTMLInputElement } {
  const input = element("input", { type: "file", accept, hidden: true });
  input.addEventListener("change", async () => {
    const [file] = input.files ?? [];
    try {
      if (file) {
        await read(file.size > maxBytes ? null : await file.text());
      }
    } finally {
      // Allows choosing the same file again.
      input.value = "";
    }
  });
  return { button: textButton(t("import"), () => input.click()), input };
}
