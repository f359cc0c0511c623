/** Drafts of fields: keeps typed text, even if the page is closed before the text is saved. */

type Field = HTMLInputElement | HTMLTextAreaElement;

export class Draft {
  readonly #field: Field;
  /** The key in `localStorage`, which saves even while the page is being closed. */
  readonly #key: string;
  #savedText = "";

  constructor(field: Field) {
    this.#field = field;
    this.#key = `draft ${field.id}`;
    field.addEventListener("input", () => {
      if (field.value === this.#savedText) {
        this.discard();
      } else {
        localStorage.setItem(this.#key, field.value);
      }
    });
  }

  /** Shows the draft if there is one, else the saved value. Returns whether there is a draft. */
  show(savedText: string): boolean {
    this.#savedText = savedText;
    const typed = localStorage.getItem(this.#key);
    this.#field.value = typed ?? savedText;
    return typed !== null && typed !== savedText;
  }

  /** True if the field's text isn't saved. */
  get isUnsaved(): boolean {
    return localStorage.getItem(this.#key) !== null;
  }

  /** Deletes the draft: it was saved or discarded. */
  discard(): void {
    localStorage.removeItem(this.#key);
  }
}
