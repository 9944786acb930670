import {
  attribute,
  descendants,
  isHtml,
  parentOf,
  parseDocument,
  sourceTree,
  startTag,
} from '#common/document/html/html-tree.ts';
import type { HtmlElement, HtmlNode } from '#common/document/html/html-tree.ts';
import { LABEL_MAX } from '#common/document/html/blanks.ts';
import type { Blank, BlankChange, BlankKind, FoundBlanks } from '#common/document/html/blanks.ts';
import { collectRegions } from '#common/document/html/regions.ts';
import { distinctLabels, joinedName, once, regionNamer } from '#common/document/regions/region-namer.ts';
import { kindOf, MAX_ID } from '#common/document/regions/values.ts';
import { around, flowOf, isBlank, OPAQUE, piecesOf, type Empty, type Entry, type Line } from './blank-flow.ts';
import { cellAt, cellsOf, isBlankCell, nameOfCell, type Cell, isSpacer, wordsBehind } from './blank-tables.ts';
import {
  areCaptions,
  asks,
  boxOf,
  clean,
  drawnIn,
  behindName,
  ElementNames,
  endsAsLabel,
  firstOf,
  isCaption,
  isOfSite,
  isRule,
  isShort,
  nameFrom,
  nameOf,
  regionChanges,
  ROOM,
} from './blank-names.ts';
import { tokensIn, type Token } from './blank-tokens.ts';
import { Refusal } from '../../refusal.ts';
import { forgottenIn } from '../region-notes.ts';
import { excessOf } from '../template-check.ts';

/** Maximum of blanks in one document: a page with more is not a form. */
const BLANKS_MAX = 4_000;

/** Maximum of places that are examined, also those that are not offered. */
const DRAFTS_MAX = 5 * BLANKS_MAX;

type Draft = Omit<Blank, 'pieces' | 'changes'> & {
  from: number;
  pieces: (readonly [start: number, end: number])[];
  changes: BlankChange[];
};

/**
 * Finds the places of a document that can become regions: those that users are likely to fill in are offered, all other
 * texts can be marked by hand. No place is inside another one. The source is parsed as a browser parses it; nothing of
 * the document runs.
 * @param source HTML
 * @throws {Refusal} for a source that is too much to be parsed
 */
export function findBlanks(source: string): FoundBlanks {
  const excess = excessOf(source);
  if (excess !== null) throw new Refusal('invalid', excess);
  const document = parseDocument(source);
  const idCounts = new Map<string, number>();
  const labels = new Map<string, HtmlElement>();
  const byId = new Map<string, HtmlElement>();
  const templates: HtmlNode[] = [];
  let body: HtmlElement | null = null;
  for (const node of descendants(document)) {
    const id = 'tagName' in node ? attribute(node, 'id') : null;
    if (id) idCounts.set(id, (idCounts.get(id) ?? 0) + 1);
    if (!isHtml(node)) continue;
    if (id && !byId.has(id)) byId.set(id, node);
    if ('content' in node) templates.push(node.content as HtmlNode);
    if (node.tagName === 'body') body ??= node;
    const of = node.tagName === 'label' ? attribute(node, 'for') : null;
    if (of) labels.set(of, node);
  }
  // Scripts copy templates into the document: no region gets an id that is used in one.
  for (const template of templates) {
    for (const node of descendants(template)) {
      if ('content' in node) templates.push(node.content as HtmlNode);
      const id = 'tagName' in node ? attribute(node, 'id') : null;
      if (id && !idCounts.has(id)) idCounts.set(id, 0);
    }
  }
  if (!body) return { blanks: [], ids: [...idCounts.keys()], hasMore: false };
  const regions = new Set<HtmlNode>([...collectRegions(document).values()].flatMap(({ elements }) => elements));
  const fields = new Set<HtmlNode>(forgottenIn(document, regions));
  const finder = new Finder(
    source,
    flowOf(body, source, fields, regions),
    new ElementNames(labels, byId),
    idCounts,
    regions,
  );
  const drafts = finder.find();
  // If there are too many, the offered ones are kept first.
  const kept = drafts.toSorted((a, b) => Number(b.isOffered) - Number(a.isOffered)).slice(0, BLANKS_MAX);
  const nameOfRegion = regionNamer(document, [...descendants(document)], (id) => byId.get(id), sourceTree);
  const names = distinctLabels(
    kept.map(({ label }) => label),
    [...regions].map(nameOfRegion),
  );
  const named = kept.map((draft, at): Draft => ({ ...draft, label: names[at] ?? draft.label }));
  const blanks = named.toSorted((a, b) => a.from - b.from).map(({ from: _from, ...blank }): Blank => blank);
  return { blanks, ids: [...idCounts.keys()], hasMore: drafts.length > BLANKS_MAX };
}

/** Finds the blanks of one document from its lines and empty blocks in the order of reading. */
class Finder {
  readonly #source: string;
  readonly #entries: readonly Entry[];
  readonly #names: ElementNames;
  readonly #ids: ReadonlyMap<string, number>;
  readonly #cells: ReadonlyMap<HtmlElement, Cell>;
  readonly #tokens = new Map<Line, Token[]>();
  readonly #drafts: Draft[] = [];
  /** Blocks in or around which a blank was found, or something else that keeps them from being one. */
  readonly #busy = new Set<HtmlNode>();
  readonly #done = new Set<Entry>();
  readonly #captions = new Set<Entry>();
  /** Index of the last entry before each one that is no blank line, or -1. */
  readonly #before: readonly number[];
  readonly #sites = new Map<HtmlElement, boolean>();
  #offered = 0;
  /** Questions by forms and by the names of radio buttons. */
  readonly #questions = new Map<HtmlElement | null, Map<string, string>>();
  #heading = '';
  #isAside = false;

  constructor(
    source: string,
    entries: readonly Entry[],
    names: ElementNames,
    ids: ReadonlyMap<string, number>,
    regions: ReadonlySet<HtmlNode>,
  ) {
    this.#source = source;
    this.#entries = entries;
    this.#names = names;
    this.#ids = ids;
    for (const region of regions) this.#occupy(region);
    const lines = entries.filter((entry): entry is Line => entry.kind === 'line');
    for (const line of lines) this.#tokens.set(line, tokensIn(line));
    for (const [at, line] of lines.entries()) {
      const above = lines[at - 1];
      if (above && areCaptions(line, this.#tokensOf(line), above, this.#tokensOf(above))) this.#tokens.set(line, []);
    }
    this.#cells = cellsOf(entries, (line) => this.#tokensOf(line));
    let last = -1;
    this.#before = entries.map((entry, at) => {
      const before = last;
      if (entry.kind === 'empty' || !isBlank(entry.text)) last = at;
      return before;
    });
  }

  get #isFull(): boolean {
    return this.#offered > BLANKS_MAX || this.#drafts.length > DRAFTS_MAX;
  }

  #add(draft: Draft): void {
    const isOffered = draft.isOffered && !this.#isAside;
    this.#drafts.push({ ...draft, isOffered });
    if (isOffered) this.#offered += 1;
  }

  find(): Draft[] {
    for (const [at, entry] of this.#entries.entries()) {
      if (this.#isFull) break;
      if (this.#done.has(entry)) continue;
      this.#isAside = entry.aside;
      if (entry.kind === 'empty') this.#empty(entry, at);
      else this.#line(entry, at);
      if (entry.kind === 'line' && entry.heading) this.#heading = nameFrom(entry.text);
    }
    this.#rest();
    return this.#drafts;
  }

  #occupy(from: HtmlNode): void {
    for (let at: HtmlNode | null = from; at && !this.#busy.has(at); at = parentOf(at)) this.#busy.add(at);
  }

  #cellOf(entry: Entry | undefined): Cell | null {
    return (entry?.cell && this.#cells.get(entry.cell)) ?? null;
  }

  #nextOf(at: number): Entry | undefined {
    return this.#entries[at + 1];
  }

  #tokensOf(entry: Entry | undefined): readonly Token[] {
    return entry?.kind === 'line' ? (this.#tokens.get(entry) ?? []) : [];
  }

  /** True if a line is one of a form: it ends with a colon, or has something to fill in. */
  #isFormLine(entry: Entry | undefined): boolean {
    if (!entry) return true;
    if (entry.kind === 'empty') return true;
    return entry.heading || this.#tokensOf(entry).length > 0 || entry.fields.size > 0 || endsAsLabel(entry.text);
  }

  /** The words of the line before, if it names what follows: it ends with a colon, or is a heading. */
  #namedBefore(at: number, isLoose = false): string {
    const entry = this.#entries[this.#before[at] ?? -1];
    if (entry?.kind !== 'line' || this.#tokensOf(entry).length > 0 || entry.fields.size > 0) return '';
    if (entry.cell !== this.#entries[at]?.cell) return '';
    const isLooseName = isLoose && (isShort(entry.text) || asks(entry.text));
    return entry.heading || endsAsLabel(entry.text) || isLooseName ? nameFrom(entry.text) : '';
  }

  /** True if the line before asks for an answer. */
  #isAsked(at: number): boolean {
    const last = this.#entries[this.#before[at] ?? -1];
    return last?.kind === 'line' && asks(last.text) && !this.#captions.has(last);
  }

  /** The words below a line to write on. */
  #caption(at: number, token: Token): string {
    const [entry, next] = [this.#entries[at], this.#nextOf(at)];
    const cell = this.#cellOf(entry);
    // The next numbered point is no caption of the answer to this one.
    const isNamed = next?.kind === 'line' && isCaption(next) && !(asks(next.text) && this.#isAsked(at));
    if (isNamed && next.cell === entry?.cell) {
      const [own, ...others] = this.#tokensOf(next);
      if (!own) this.#captions.add(next);
      if (!own) return nameFrom(next.text, false);
      if (own.kind === 'placeholder' && others.length === 0 && next.block === entry?.block) return own.name;
    }
    if (cell && entry?.kind === 'line' && token.from === firstOf(entry.text)) {
      const below = cellAt(cell, cell.row + cell.rows, cell.column);
      if (below && !below.isEmpty && below.columns === cell.columns && isShort(below.text))
        return nameFrom(below.text, false);
    }
    return '';
  }

  #line(line: Line, at: number): void {
    const tokens = this.#tokens.get(line) ?? [];
    const hasBoxesBehind = this.#hasBoxesBehind(line);
    let last = 0;
    for (const [one, token] of tokens.entries()) {
      if (this.#isFull) return;
      const before = line.text.slice(last, token.from);
      const after = line.text.slice(token.to, tokens[one + 1]?.from ?? line.text.length);
      last = token.to;
      const isOnly = tokens.length === 1 && isBlank(before) && isBlank(after);
      this.#token({ line, at, token, before, after, isOnly, hasBoxesBehind });
    }
    for (const [place, field] of line.fields) {
      if (this.#isFull) return;
      this.#field(line, at, place, field);
    }
    const placed = [...line.spots].filter(([place, spot]) => this.#spot(line, at, place, spot));
    if (tokens.length === 0 && line.fields.size === 0 && placed.length === 0) {
      if (isBlank(line.text) && line.spots.size === 0) this.#blankLine(line, at);
      else if (endsAsLabel(line.text)) this.#afterLabel(line, at);
    }
  }

  #token({ line, at, token, before, after, isOnly, hasBoxesBehind }: Found): void {
    const cell = this.#cellOf(line);
    const own = cell ? nameOfCell(cell) : '';
    const isFirst = token.from === firstOf(line.text);
    let label = token.name;
    let isOffered = true;
    if (token.kind === 'box') {
      const words = [nameFrom(after, false), nameFrom(before)];
      if (hasBoxesBehind) words.reverse();
      const option = words[0] || words[1] || '';
      label =
        joinedName(option === '' || hasBoxesBehind ? '' : this.#questionBefore(line, at, token), option) ||
        nameOf(own || (cell ? wordsBehind(cell) : ''));
      isOffered = label !== '';
    } else if (label === '') {
      label = nameFrom(before);
      if (isFirst) label ||= this.#namedBefore(at) || this.#caption(at, token);
      label ||= nameOf(own) || this.#labelBefore(line, token) || (isOnly ? this.#namedBefore(at, true) : '');
      label ||= (isOnly ? '' : nameFrom(after, false)) || this.#heading;
      if (isOnly && token.kind === 'line' && !cell) {
        const next = this.#nextOf(at);
        const isForm = this.#isFormLine(next);
        isOffered = this.#namedBefore(at, isForm || this.#isAsked(at)) !== '' || this.#caption(at, token) !== '';
        isOffered &&= isForm || !isRule(this.#entries[this.#before[at] ?? -1], next);
      }
    }
    // Lines to write on below each other are one place.
    if (isOnly && token.kind === 'line' && this.#isContinuation(line, at)) {
      this.#occupy(line.block);
      this.#extend(line, token);
      return;
    }
    this.#text(line, token, label || 'Field', isOffered);
  }

  /** The words before several boxes, to which these are the answers; '' for a single box. */
  #questionBefore(line: Line, at: number, token: Token): string {
    const tokens = this.#tokensOf(line);
    let first = tokens.indexOf(token);
    const isSeveral = [tokens[first - 1], tokens[first + 1]].some((other) => other?.kind === 'box');
    if (!isSeveral) return '';
    while (tokens[first - 1]?.kind === 'box') first -= 1;
    const words = nameFrom(line.text.slice(tokens[first - 1]?.to ?? 0, tokens[first]?.from));
    return words || (first === 0 ? this.#questionAround(line, at) : '');
  }

  /** The words before a line of answers: those of its cell, or the line before. */
  #questionAround(line: Line, at: number): string {
    const cell = this.#cellOf(line);
    return this.#namedBefore(at, true) || (cell ? nameOf(nameOfCell(cell)) : '');
  }

  /** True if the words of a line are before its boxes: no words follow the last one. */
  #hasBoxesBehind(line: Line): boolean {
    const tokens = this.#tokensOf(line);
    const [first, last] = [tokens[0], tokens.at(-1)];
    return (
      last?.kind === 'box' && isBlank(line.text.slice(last.to)) && nameFrom(line.text.slice(0, first?.from)) !== ''
    );
  }

  /** The last name of the line before the token, if only signs are between: '____ – ____'. */
  #labelBefore(line: Line, token: Token): string {
    const tokens = this.#tokensOf(line);
    const at = tokens.indexOf(token);
    for (let one = at; one >= Math.max(0, at - 8); one -= 1) {
      const words = nameFrom(line.text.slice(tokens[one - 1]?.to ?? 0, tokens[one]?.from));
      if (words !== '') return words;
    }
    return '';
  }

  #isContinuation(line: Line, at: number): boolean {
    const before = this.#entries[at - 1];
    const [token, ...others] = this.#tokensOf(before);
    if (before?.kind !== 'line' || !token || others.length > 0 || token.kind !== 'line' || before.cell !== line.cell)
      return false;
    if (this.#drafts.at(-1)?.kind !== 'line') return false;
    return isBlank(before.text.slice(token.to)) && token.to - token.from >= 10;
  }

  /** Adds a further line to the last blank: its signs are removed, and its line stays, with its height. */
  #extend(line: Line, token: Token): void {
    const last = this.#drafts.at(-1);
    for (const [at, [start, end]] of (last ? piecesOf(line, token.from, token.to) : []).entries()) {
      last?.pieces.push([start, end]);
      last?.changes.push([start, end, at === 0 ? '&nbsp;' : '', null]);
    }
  }

  /** Makes a blank of a part of a line. */
  #text(line: Line, token: { from: number; to: number; kind: Token['kind'] }, label: string, isOffered: boolean): void {
    const pieces = piecesOf(line, token.from, token.to);
    const [first, ...more] = pieces;
    if (!first) return;
    this.#occupy(line.block);
    const width = Math.min(60, Math.max(4, token.to - token.from));
    const style = ` style="display:inline-block;min-width:${width}ch;border-bottom:1px solid"`;
    const change: BlankChange =
      token.kind === 'box'
        ? [...first, '<input type="checkbox" class="editable"', '>']
        : [...first, '<span class="editable"', `${ROOM}${token.kind === 'line' ? style : ''}></span>`];
    this.#add({
      from: first[0],
      kind: token.kind,
      label,
      ownId: null,
      isOffered,
      tag: -1,
      pieces,
      changes: [change, ...more.map(([start, end]): BlankChange => [start, end, '', null])],
    });
  }

  /** A line with nothing in it, in a block that has more. */
  #blankLine(line: Line, at: number): void {
    const label = this.#namedBefore(at);
    const before = this.#entries[at - 1];
    if (label === '' || before?.kind !== 'line' || before.heading || before.block !== line.block) return;
    // Blank lines that follow are room below it.
    for (let next = at + 1; ; next += 1) {
      const entry = this.#entries[next];
      // An area that follows is the place itself.
      if (entry?.kind === 'empty' && entry.cell === line.cell) return;
      if (entry?.kind !== 'line' || entry.block !== line.block || !isBlank(entry.text)) break;
      if (entry.spots.size > 0) return;
      this.#done.add(entry);
    }
    this.#room(line, label);
  }

  /** Makes a blank at the end of a line, or of its blank text. */
  #room(line: Line, label: string, from = 0): void {
    const pieces = piecesOf(line, from, line.text.length).filter(([start, end]) => end > start);
    const [first] = pieces;
    const at: readonly [number, number] = first && isBlank(line.text) ? first : [line.end, line.end];
    if (at[0] === 0 && at[1] === 0) return;
    this.#occupy(line.block);
    this.#add({
      from: at[0],
      kind: 'space',
      label,
      ownId: null,
      isOffered: true,
      tag: -1,
      pieces: [at],
      changes: [[...at, '<span class="editable"', `${ROOM} style="display:inline-block;min-width:12ch"></span>`]],
    });
  }

  /** Makes a blank after a label with a colon that has nothing after it in its line. */
  #afterLabel(line: Line, at: number): void {
    const next = this.#nextOf(at);
    if (next && next.cell === line.cell && (next.kind === 'empty' || isBlank(next.text))) return;
    const label = nameFrom(line.text);
    if (label === '' || line.heading || label.split(' ').length > 7) return;
    const cell = this.#cellOf(line);
    if (cell) {
      if (next?.cell === line.cell) {
        if (
          !this.#isFormLine(next) ||
          this.#tokensOf(next).some(({ from }) => from === firstOf(next?.kind === 'line' ? next.text : ''))
        )
          return;
        return this.#room(line, label);
      }
      const right = cellAt(cell, cell.row, cell.column + cell.columns);
      const below = cellAt(cell, cell.row + cell.rows, cell.column);
      if (right && !/^[^\n]*[:：]/.test(right.text.replaceAll(OPAQUE, ''))) return;
      if (below?.isEmpty && !right) return;
      if (below?.isEmpty && right && cellAt(right, right.row + right.rows, right.column)?.isEmpty) return;
      return this.#room(line, label);
    }
    const isNear = this.#isFormLine(next) && !(next?.kind === 'line' && startsWithBlank(next, this.#tokensOf(next)));
    const isCalled = /^(?:signature|signed|name|date|place|time|unterschrift|datum|nom|signature|fecha|firma)\b/i.test(
      label,
    );
    if (next?.cell && !isCalled) return;
    if (isNear || (isCalled && next?.block.tagName !== 'li')) this.#room(line, label);
  }

  #empty(entry: Empty, at: number): void {
    const { block } = entry;
    const cell = this.#cellOf(entry);
    const isCell = cell !== null && cell.isEmpty;
    // The first of several is the place, and the others are room below it.
    for (let next = at + 1; ; next += 1) {
      const more = this.#entries[next];
      if (!more || more.cell !== entry.cell || (more.kind === 'line' && !isBlank(more.text))) break;
      if (more.kind === 'empty' && !isCell && !/^(?:p|div)$/.test(more.block.tagName)) break;
      this.#done.add(more);
    }
    if (isCell && cell) {
      // The style may draw its line, above a word that names it.
      const label = nameOfCell(cell) || (cellAt(cell, cell.row + cell.rows, cell.column)?.words ?? '');
      return this.#element(block, 'cell', nameOf(label) || 'Cell', isBlankCell(cell) && !isSpacer(cell.element));
    }
    const term = block.tagName === 'dd' ? this.#names.termOf(block) : '';
    if (term !== '') return this.#element(block, 'space', nameFrom(term), true);
    const label = this.#namedBefore(at);
    let end = at + 1;
    while (this.#done.has(this.#entries[end] as Entry)) end += 1;
    const next = this.#entries[end];
    const before = this.#entries[at - 1];
    const isList = block.tagName === 'li';
    const isOffered =
      (label !== '' && (isList || this.#isFormLine(next) || (before?.kind === 'line' && !before.heading))) ||
      (isList && before?.kind === 'line' && before.block.tagName === 'li');
    this.#element(
      block,
      'space',
      label || this.#namedBefore(at, true) || this.#heading || 'Field',
      isOffered && (isList || label !== ''),
    );
  }

  #field(line: Line, at: number, place: number, field: HtmlElement): void {
    const type = (attribute(field, 'type') ?? 'text').toLowerCase();
    const isBox = type === 'checkbox' || type === 'radio';
    const [last, next] = [line.text.lastIndexOf(OPAQUE, place - 1), line.text.indexOf(OPAQUE, place + 1)];
    const before = line.text.slice(last + 1, place);
    const after = line.text.slice(place + 1, next < 0 ? undefined : next);
    const cell = this.#cellOf(line);
    const beside = isBox ? nameFrom(after, false) || nameFrom(before) : nameFrom(before);
    const own = this.#names.ofField(field) || beside;
    const label =
      own ||
      (cell ? nameOf(nameOfCell(cell)) : '') ||
      clean(attribute(field, 'placeholder') ?? attribute(field, 'title') ?? '') ||
      this.#namedBefore(at) ||
      clean(attribute(field, 'name') ?? '') ||
      'Field';
    const question = isBox ? this.#questionOf(line, at, place, field, own || null) : '';
    const name = joinedName(question, label);
    const form = around(field, ({ tagName }) => tagName === 'form');
    const isSites = form !== null && once(this.#sites, form, () => isOfSite(form));
    this.#occupy(line.block);
    this.#element(field, 'field', name.slice(0, LABEL_MAX), type !== 'search' && !isSites, true);
  }

  /**
   * The question to which a box is an answer, or ''.
   * @param answer its own words; null if only its cell names it
   */
  #questionOf(line: Line, at: number, place: number, field: HtmlElement, answer: string | null): string {
    const legend = this.#names.ofGroup(field);
    if (legend !== '' || answer === null) return legend;
    const isRadio = attribute(field, 'type')?.toLowerCase() === 'radio';
    const own = (isRadio && attribute(field, 'name')) || '';
    const form = around(field, ({ tagName }) => tagName === 'form');
    const known = this.#questions.get(form) ?? new Map<string, string>();
    this.#questions.set(form, known);
    const there = known.get(own);
    if (own !== '' && there !== undefined) return there;
    if (!isRadio && line.fields.size < 2) return '';
    const first = line.text.indexOf(OPAQUE);
    const words =
      first === place || !isRadio
        ? nameFrom(line.text.slice(0, Math.max(0, first)))
        : nameFrom(line.text.slice(line.text.lastIndexOf(OPAQUE, place - 1) + 1, place));
    const question = (words === answer ? '' : words) || this.#questionAround(line, at);
    if (own !== '') known.set(own, question);
    return question;
  }

  /** An empty element that its style may draw; one behind a label at the end of its line is a place in any case. */
  #spot(line: Line, at: number, place: number, spot: HtmlElement): boolean {
    const [before, behind] = [line.text.slice(0, place), line.text.slice(place)];
    const own = before.slice(Math.max(before.lastIndexOf(OPAQUE), before.lastIndexOf('\u200b')) + 1);
    // An icon before a text is no box.
    const isBeforeAnswer = spot.tagName === 'span' && !line.heading && isShort(behind);
    const beside = isBlank(behind) ? this.#questionAround(line, at) : isBeforeAnswer ? nameFrom(behind, false) : '';
    const isAlone = isBlank(line.text);
    const label = nameFrom(own) || beside || (isAlone ? this.#heading || 'Field' : '');
    if (label === '' || this.#isFull || clean(line.text).length > 120) return false;
    this.#occupy(line.block);
    const isOffered = isBlank(behind) && (endsAsLabel(own) || (isAlone && this.#namedBefore(at) !== ''));
    this.#element(spot, 'space', label, isOffered);
    return isOffered;
  }

  /** Makes a blank of an element; its content stays if `keeps` is true. */
  #element(element: HtmlElement, kind: BlankKind, label: string, isOffered: boolean, keeps = false): void {
    const tag = startTag(element);
    if (!tag || kindOf(element.tagName, attribute(element, 'type')) === null) return;
    if (this.#busy.has(element) && kind !== 'field') return;
    this.#occupy(element);
    const id = attribute(element, 'id');
    const ownId = id && id.length <= MAX_ID && this.#ids.get(id) === 1 ? id : null;
    const box = keeps || label === '' ? undefined : boxOf(drawnIn(element), ownId);
    this.#add({
      from: tag.startOffset,
      kind,
      label,
      ownId,
      isOffered,
      tag: behindName(element, tag),
      pieces: [],
      changes: regionChanges(element, tag, this.#source, ownId, keeps),
      ...(box && { box }),
    });
  }

  /** Adds all other texts, which can be marked by hand, each as a whole. */
  #rest(): void {
    for (const entry of this.#entries) {
      if (this.#drafts.length > DRAFTS_MAX) break;
      if (entry.kind !== 'line' || isBlank(entry.text) || this.#busy.has(entry.block) || entry.text.includes(OPAQUE))
        continue;
      if (entry.block.tagName === 'body' || kindOf(entry.block.tagName, null) === null) continue;
      this.#element(
        entry.block,
        'text',
        clean(entry.text).split(' ').slice(0, 6).join(' ').slice(0, LABEL_MAX),
        false,
        true,
      );
    }
  }
}

type Found = {
  line: Line;
  at: number;
  token: Token;
  before: string;
  after: string;
  isOnly: boolean;
  hasBoxesBehind: boolean;
};

const startsWithBlank = (line: Line, [first]: readonly Token[]): boolean =>
  (first !== undefined && first.from === firstOf(line.text) && first.kind !== 'box') ||
  line.fields.has(firstOf(line.text));
