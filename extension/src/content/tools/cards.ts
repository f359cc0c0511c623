/** Shows tables as cards on narrow screens: each row is a card, with the column header before every cell. */

import type { Settings } from "../../shared/settings/settings.ts";
import type { Tool, ToolHost } from "./tool.ts";
import { provide } from "../session/parts.ts";

/** Roles of table elements. Without them, cards would lose their table semantics for screen readers. */
const roles: { [name: string]: string } = { table: "table", thead: "rowgroup", tbody: "rowgroup", tfoot: "rowgroup" };

class Cards implements Tool {
  readonly #host: ToolHost;

  constructor(host: ToolHost) {
    this.#host = host;
    // Removed parts may be restored, and next pages added.
    const observer = new MutationObserver(() => this.settingsChanged(host.settings()));
    observer.observe(host.article, { subtree: true, childList: true });
    host.session.signal.addEventListener("abort", () => observer.disconnect());
  }

  use(): void {
    this.#host.change({ cards: !this.#host.settings().cards });
  }

  settingsChanged({ cards }: Settings): void {
    for (const table of this.#host.article.querySelectorAll<HTMLTableElement>(".pith-table > table")) {
      const isCards = table.classList.contains("pith-cards");
      if (cards && !isCards) {
        makeCards(table);
      } else if (!cards && isCards) {
        table.classList.remove("pith-cards");
      }
    }
  }
}

/** Turns a table into cards if it has exactly one header row and every row has a cell for each header. */
function makeCards(table: HTMLTableElement): void {
  const headerRow = findHeaderRow(table);
  const cells = headerRow ? [...headerRow.cells] : [];
  const body = [...table.rows].filter((row) => row !== headerRow);
  const hasAllCells = (row: HTMLTableRowElement): boolean =>
    row.cells.length === cells.length && [...row.cells].every(({ colSpan, rowSpan }) => colSpan === 1 && rowSpan === 1);
  const isConvertible = cells.length > 1 && body.length > 0 && !table.querySelector("table");
  if (!headerRow || !isConvertible || ![headerRow, ...body].every(hasAllCells)) {
    return;
  }
  for (const part of [table, ...table.querySelectorAll<HTMLElement>("thead, tbody, tfoot")]) {
    part.role = roles[part.localName] ?? null;
  }
  headerRow.classList.add("pith-heads");
  for (const row of [headerRow, ...body]) {
    row.role = "row";
    for (const [i, cell] of [...row.cells].entries()) {
      const isHeaderCell = cell.localName === "th";
      cell.role = row === headerRow ? "columnheader" : isHeaderCell ? "rowheader" : "cell";
      if (row !== headerRow) {
        cell.dataset.head = cells[i]?.textContent.trim() ?? "";
      }
    }
  }
  table.classList.add("pith-cards");
}

/** Returns the header row of a table; null unless there's exactly one. */
function findHeaderRow(table: HTMLTableElement): HTMLTableRowElement | null {
  const first = table.rows[0] ?? null;
  const headRows = table.tHead?.rows.length ?? 0;
  const isHeaderRow = first && [...first.cells].every(({ localName }) => localName === "th");
  return headRows > 1 || (headRows === 0 && !isHeaderRow) ? null : first;
}

provide("cards", (host) => new Cards(host));
