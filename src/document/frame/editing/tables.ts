import type { PasteAnswer, PastedGrid } from '../../host/protocol.ts';
import { cellsIn, gridOf, plainOf, textOf } from './clipboard.ts';
import { canHold, readElement } from '../dom-regions.ts';
import type { FrameRegion } from '../dom-regions.ts';
import { caretLeft, enter, leaves, type Way } from './edges.ts';
import { cleanPaste, command, type Editing, insertText } from './editing.ts';
import { type Grid, inLine, layGrid, spread } from './grid.ts';
import { FRAME_LIMITS } from '../limits.ts';
import { closest, focus, type OwnKey, ownDocument, press, preventDefault, targetOf } from '../own.ts';
import type { RegionStore } from '../store.ts';

type Found = { readonly region: FrameRegion; readonly element: HTMLElement };
type Cell = HTMLTableCellElement;

type TablesHost = {
  readonly store: RegionStore;
  readonly editing: Editing;
  /** Processes the elements that the document has just created. */
  catchUp(): void;
  /** Notes that the user is about to change a region, though no key was pressed in it. */
  reached(found: Found): void;
  ask(question: { no: number } & PastedGrid): void;
};

/** A pasted table that waits for the user's answer. */
type Question = {
  readonly from: Found;
  readonly range: Range | null;
  readonly text: string;
  readonly placed: readonly (Found & { readonly value: string })[];
};

/** One region that a pasted table has filled, with its value before and after. */
type Filled = Found & { readonly before: string; readonly since: string };

const STEPS = { left: [-1, 0], right: [1, 0], up: [0, -1], down: [0, 1] } as const;

const tableOf = (cell: Element): HTMLTableElement | null => closest(cell, 'table') as HTMLTableElement | null;

function gridAround(cell: Cell): Grid<Cell> | null {
  const table = tableOf(cell);
  return table && layGrid(cellsIn(table), FRAME_LIMITS.places);
}

/** The step that an arrow key takes in a table: a table from right to left has its first column at the right. */
function stepOf(cell: Cell, way: Way): readonly [across: -1 | 0 | 1, down: -1 | 0 | 1] {
  const [across, down] = STEPS[way];
  const table = across === 0 ? null : tableOf(cell);
  return table && getComputedStyle(table).direction === 'rtl' ? [across === 1 ? -1 : 1, down] : [across, down];
}

/**
 * Regions in the cells of a table: Enter goes down, arrow keys leave a cell at the edge of its text, and a table that is pasted fills cells to the
 * right and below, if the user agrees.
 */
export class Tables {
  readonly #host: TablesHost;
  readonly #questions = new Map<number, Question>();
  #question = 0;
  /** Regions that the last pasted table has filled, in their order: undone and done again as one. */
  #filled: readonly Filled[] = [];
  /** True while a pasted table fills cells, or is undone: the user is not typing then. */
  isAtWork = false;

  constructor(host: TablesHost) {
    this.#host = host;
  }

  /** Takes a key that leads to another cell. @returns true if it was one */
  keyDown(event: KeyboardEvent, { key, isCommand, isAlt, isShift }: OwnKey): boolean {
    const found = isCommand || isAlt || isShift ? null : this.#host.store.find(targetOf(event) as Node | null);
    if (!found) return false;
    const way = key === 'enter' ? 'down' : key.startsWith('arrow') ? (key.slice(5) as Way) : null;
    const cell = way && (closest(found.element, 'td,th') as Cell | null);
    if (!way || !cell) return false;
    const isTaken = key === 'enter' ? this.#enter(found, cell) : this.#leave(found, cell, way);
    if (isTaken) preventDefault(event);
    return isTaken;
  }

  /** Shows on a phone's keyboard that Enter moves to another cell, if it does. */
  nameEnter(target: EventTarget | null): void {
    const found = target instanceof Node ? this.#host.store.find(target) : null;
    const cell = found && (closest(found.element, 'td,th') as Cell | null);
    if (!cell || found.element.hasAttribute('enterkeyhint') || !this.#column(found, cell)) return;
    found.element.setAttribute('enterkeyhint', 'next');
  }

  /** Asks the user about a table that is pasted into a cell of another. @returns true if it asks */
  paste(event: ClipboardEvent): boolean {
    const { store } = this.#host;
    const found = event.isTrusted ? store.find(targetOf(event) as Node | null) : null;
    const cell = found && (closest(found.element, 'td,th') as Cell | null);
    const values = cell && gridOf(event.clipboardData)?.map((row) => row.map((value) => cleanPaste(value).trim()));
    const grid = values && gridAround(cell);
    if (!grid || !this.#hasOther(grid, cell)) return false;
    const { placed, left } = spread(grid, cell, values, (one, value) => takes(this.#regionIn(one), value));
    event.preventDefault();
    const cells = placed.flatMap(({ cell: one, value }) => {
      const into = this.#regionIn(one);
      return into ? [{ ...into, value }] : [];
    });
    const selection = getSelection();
    this.#question += 1;
    this.#questions.clear();
    this.#questions.set(this.#question, {
      from: found,
      range: selection?.rangeCount ? selection.getRangeAt(0).cloneRange() : null,
      text: cleanPaste(found.region.kind === 'text' ? textOf(event.clipboardData) : plainOf(event.clipboardData)),
      placed: cells,
    });
    const count = values.flat().length;
    this.#host.ask({
      no: this.#question,
      cells: count,
      fits: count - left.length,
      replaced: cells.filter(({ region, value }) => region.value !== '' && region.value !== value).length,
      left: left.slice(0, FRAME_LIMITS.left).map((text) => text.slice(0, FRAME_LIMITS.leftText)),
    });
    return true;
  }

  /** Carries out the user's answer. In each case the caret is where it was. */
  answer(no: number, answer: PasteAnswer): void {
    const question = this.#questions.get(no);
    this.#questions.delete(no);
    const element = question?.from.element;
    if (!question || !element?.isConnected) return;
    const { from, range, text, placed } = question;
    if (answer === 'fill') this.#fill(placed);
    focus(element);
    if (answer === 'fill') return enter(from.region, element, 'down', null);
    if (range && element.contains(range.startContainer)) {
      getSelection()?.removeAllRanges();
      getSelection()?.addRange(range);
    }
    if (answer !== 'text') return;
    if (from.region.kind !== 'text')
      command('insertText', element.localName === 'input' ? text.replaceAll('\n', ' ') : text);
    else {
      this.#host.editing.takePlace(element);
      insertText(element, text);
    }
  }

  /** Completes an undo, or a redo, that has reached a pasted table: each of its cells is a step of its own to the browser. */
  noteInput({ inputType, isTrusted }: InputEvent): void {
    if (!isTrusted || this.isAtWork || !/^history(Undo|Redo)$/.test(inputType) || this.#filled.length < 2) return;
    const isUndo = inputType === 'historyUndo';
    const [done, ...others] = isUndo ? [...this.#filled].reverse() : this.#filled;
    const is = ({ region, element, ...values }: Filled, which: 'before' | 'since'): boolean =>
      readElement(element, region.kind, true) === values[which];
    const [to, from] = isUndo ? (['before', 'since'] as const) : (['since', 'before'] as const);
    if (!done || !is(done, to) || !others.every((one) => is(one, from))) return;
    this.isAtWork = true;
    for (let left = others.length; left > 0; left -= 1) command(isUndo ? 'undo' : 'redo', '');
    this.isAtWork = false;
  }

  #enter(found: Found, cell: Cell): boolean {
    const grid = this.#column(found, cell);
    if (!grid) return false;
    if (!this.#goOn(grid, cell, 'down', null) && this.#addRow(cell)) {
      const longer = gridAround(cell);
      if (longer) this.#goOn(longer, cell, 'down', null);
    }
    return true;
  }

  /** The table in which Enter moves down a column. In a column with one region, as in a table used for layout, it is a line break. */
  #column({ region, element }: Found, cell: Cell): Grid<Cell> | null {
    if (!/^(text|input|checkbox)$/.test(region.kind) || isMultiline(element)) return null;
    const grid = gridAround(cell);
    const others = grid ? [...inLine(grid, cell, 0, -1), ...inLine(grid, cell, 0, 1)] : [];
    return others.some((one) => this.#regionIn(one)) ? grid : null;
  }

  #leave({ region, element }: Found, cell: Cell, way: Way): boolean {
    if (!leaves(region, element, way)) return false;
    const grid = gridAround(cell);
    return grid !== null && this.#goOn(grid, cell, way, way === 'up' || way === 'down' ? caretLeft() : null);
  }

  /** Goes to the next cell in a line that has a region which takes the keyboard. */
  #goOn(grid: Grid<Cell>, cell: Cell, way: Way, left: number | null): boolean {
    for (const next of inLine(grid, cell, ...stepOf(cell, way))) {
      const found = this.#regionIn(next);
      if (!found) continue;
      this.#host.editing.reach(found.element);
      focus(found.element);
      // A hidden region does not take the keyboard.
      if (ownDocument.activeElement !== found.element) continue;
      enter(found.region, found.element, way, left);
      return true;
    }
    return false;
  }

  /** Presses the document's own button for another row, if its last one is not empty. @returns true if there is one more */
  #addRow(cell: Cell): boolean {
    const table = tableOf(cell);
    const row = closest(cell, 'tr') as HTMLTableRowElement | null;
    const before = table?.rows.length ?? 0;
    const isFilled = (found: Found | null): boolean =>
      found !== null && !/^(|false)$/.test(readElement(found.element, found.region.kind, true));
    if (!table || !Array.from(row?.cells ?? []).some((one) => isFilled(this.#regionIn(one)))) return false;
    for (const button of ownDocument.querySelectorAll<HTMLElement>('[data-ready-add-row]')) {
      const named = ownDocument.getElementById(button.getAttribute('data-ready-add-row') ?? '');
      if (!named || !table.contains(named)) continue;
      press(button);
      this.#host.catchUp();
      return table.rows.length > before;
    }
    return false;
  }

  #fill(placed: Question['placed']): void {
    const filled: Filled[] = [];
    this.isAtWork = true;
    for (const { region, element, value } of placed) {
      if (!element.isConnected) continue;
      const before = readElement(element, region.kind, true);
      if (before === value) continue;
      this.#host.reached({ region, element });
      this.#host.editing.reach(element);
      focus(element);
      if (region.kind === 'text') {
        getSelection()?.selectAllChildren(element);
        insertText(element, value);
      } else {
        (element as HTMLInputElement).select();
        command('insertText', value);
      }
      filled.push({ region, element, before, since: readElement(element, region.kind, true) });
    }
    this.isAtWork = false;
    this.#filled = filled;
  }

  #hasOther(grid: Grid<Cell>, cell: Cell): boolean {
    return grid.some((row) => row.some((one) => one !== undefined && one !== cell && this.#regionIn(one) !== null));
  }

  /** The first region of a cell. */
  #regionIn(cell: Cell): Found | null {
    const { store } = this.#host;
    const own = store.find(cell);
    if (own?.element === cell) return own;
    for (const element of cell.querySelectorAll('.editable[id]')) {
      const found = store.find(element);
      if (found?.element === element) return found;
    }
    return null;
  }
}

const isMultiline = (element: Element): boolean =>
  element.getAttribute('data-ready-type')?.trim().toLowerCase() === 'multiline';

/** True where a region can hold a value of a pasted table: text of any kind. A choice, a box and a date are set by hand. */
function takes(found: Found | null, value: string): boolean {
  if (!found) return false;
  const { kind } = found.region;
  if (kind === 'text') return true;
  if (kind !== 'input' && kind !== 'textarea') return false;
  const field = found.element as HTMLInputElement;
  if (field.disabled || field.readOnly || field.selectionStart === null) return false;
  if (field.maxLength >= 0 && value.length > field.maxLength) return false;
  return canHold(field, kind, value);
}
