/** Drafts of fields: keeps typed text, even if the page is closed before the text is saved. */

type Field = HTMLInputElement | HTMLTextAreaElement;

export class Draft {
  readonly #field: Field;
  /** The key in `localStorage`, which saves even while the page is being closed. */
  readonly #key: string;
  #inUse = "";

  constructor(field: Field) {
    this.#field = field;
    this.#key = `draft ${field.id}`;
    field.addEventListener("input", () => {
      if (field.value === this.#inUse) {
        this.drop();
      } else {
        localStorage.setItem(this.#key, field.value);
      }
    });
  }

  /** Shows the draft if there is one, else the saved value. Returns whether there is a draft. */
  show(inUse: string): boolean {
    this.#inUse = inUse;
    const typed = localStorage.getItem(this.#key);
    this.#field.value = typed ?? inUse;
    return typed !== null && typed !== inUse;
  }

  /** True if the field's text isn't saved. */
  get isKept(): boolean {
    return localStorage.getItem(this.#key) !== null;
  }

  /** Deletes the draft: it was saved or discarded. */
  drop(): void {
    localStorage.removeItem(this.#key);
  }
}
