/** Shows tables as cards on narrow screens: each row is a card in which every cell has its column header before it. */

import type { Settings } from "../../shared/settings/settings.ts";
import type { Tool, ToolHost } from "./tool.ts";
import { provide } from "../session/parts.ts";

/** What elements of tables are to those who do not see them: laid out as cards they would be nothing. */
const roles: { [name: string]: string } = { table: "table", thead: "rowgroup", tbody: "rowgroup", tfoot: "rowgroup" };

class Cards implements Tool {
  readonly #host: ToolHost;

  constructor(host: ToolHost) {
    this.#host = host;
    // Parts are brought back, and further pages come.
    const observer = new MutationObserver(() => this.follow(host.settings()));
    observer.observe(host.article, { subtree: true, childList: true });
    host.session.signal.addEventListener("abort", () => observer.disconnect());
  }

  use(): void {
    this.#host.change({ cards: !this.#host.settings().cards });
  }

  follow({ cards }: Settings): void {
    for (const table of this.#host.article.querySelectorAll<HTMLTableElement>(".pith-table > table")) {
      const isCards = table.classList.contains("pith-cards");
      if (cards && !isCards) {
        deal(table);
      } else if (!cards && isCards) {
        table.classList.remove("pith-cards");
      }
    }
  }
}

/** Makes a table cards where it has one row of heads, and a cell for each of these in every row. */
function deal(table: HTMLTableElement): void {
  const heads = headsOf(table);
  const cells = heads ? [...heads.cells] : [];
  const body = [...table.rows].filter((row) => row !== heads);
  const isWhole = (row: HTMLTableRowElement): boolean =>
    row.cells.length === cells.length && [...row.cells].every(({ colSpan, rowSpan }) => colSpan === 1 && rowSpan === 1);
  const isPlain = cells.length > 1 && body.length > 0 && !table.querySelector("table");
  if (!heads || !isPlain || ![heads, ...body].every(isWhole)) {
    return;
  }
  for (const part of [table, ...table.querySelectorAll<HTMLElement>("thead, tbody, tfoot")]) {
    part.role = roles[part.localName] ?? null;
  }
  heads.classList.add("pith-heads");
  for (const row of [heads, ...body]) {
    row.role = "row";
    for (const [i, cell] of [...row.cells].entries()) {
      const isHead = cell.localName === "th";
      cell.role = row === heads ? "columnheader" : isHead ? "rowheader" : "cell";
      if (row !== heads) {
        cell.dataset.head = cells[i]?.textContent.trim() ?? "";
      }
    }
  }
  table.classList.add("pith-cards");
}

/** Returns the one row of heads of a table; null where it has none, or several. */
function headsOf(table: HTMLTableElement): HTMLTableRowElement | null {
  const first = table.rows[0] ?? null;
  const inHead = table.tHead?.rows.length ?? 0;
  const isHeads = first && [...first.cells].every(({ localName }) => localName === "th");
  return inHead > 1 || (inHead === 0 && !isHeads) ? null : first;
}

provide("cards", (host) => new Cards(host));
