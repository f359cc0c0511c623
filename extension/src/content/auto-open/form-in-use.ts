/** Detects whether a form of the page is in use. A view that opens automatically would be in the way. */

import { elements, focusedElement, isEditable, matches } from "../../ui/nodes.ts";

const fields = "input:not([type=hidden], [type=button], [type=submit], [type=reset], [type=image]), textarea, select";

/** Returns whether a field has the focus, or whether a visible one has been changed. */
export function isFormInUse(): boolean {
  const focus = focusedElement();
  if (focus && (matches(focus, fields) || (focus instanceof HTMLElement && isEditable(focus)))) {
    return true;
  }
  return [...elements(fields)].some((field) => isChanged(field) && isVisible(field));
}

function isChanged(field: Element): boolean {
  if (field instanceof HTMLSelectElement) {
    const options = [...field.options];
    // If the page selects no option, the browser selects the first.
    const hasDefault = options.some(({ defaultSelected }) => defaultSelected);
    return hasDefault
      ? options.some(({ selected, defaultSelected }) => selected !== defaultSelected)
      : !field.multiple && field.selectedIndex > 0;
  }
  if (field instanceof HTMLInputElement) {
    return /^(?:checkbox|radio)$/.test(field.type)
      ? field.checked !== field.defaultChecked
      : field.value !== field.defaultValue && field.type !== "range" && field.type !== "color";
  }
  return field instanceof HTMLTextAreaElement && field.value !== field.defaultValue;
}

function isVisible(field: Element): boolean {
  return Reflect.apply(Element.prototype.checkVisibility, field, []);
}
