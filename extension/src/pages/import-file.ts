/** Reads files that the user chooses: the one way in which pages import. */

import { t } from "../shared/ext.ts";
import { element } from "../ui/build.ts";
import { textButton } from "../ui/controls.ts";

/**
 * Returns the button that asks for a file, and its hidden input. `accept`: the types of files, as the attribute has them.
 * `read` gets the text of the file; null if it has more than `maxBytes`.
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
      // So that the same file can be chosen again.
      input.value = "";
    }
  });
  return { button: textButton(t("import"), () => input.click()), input };
}
