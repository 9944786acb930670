import { describe, expect, it } from 'vitest';
import { atOnce } from '../text/in-slices.ts';
import { findingOfferedRegions } from '../html/offered-regions.ts';
import { isShortLine, suggestionsFor } from './suggestions.ts';

const NAMES = ['Hans Müller', 'Mulligan, Ann', 'Emma Brandt', 'Van der Berg'];

describe('values used before', () => {
  it('go on as the text does: those that begin with it, then those of which a word does, whatever case and accents', () => {
    expect(suggestionsFor(NAMES, 'mul', false)).toEqual(['Mulligan, Ann', 'Hans Müller']);
    expect(suggestionsFor(NAMES, ' MÜLLER', false)).toEqual(['Hans Müller']);
    expect(suggestionsFor(NAMES, 'der b', false)).toEqual(['Van der Berg']);
    expect(suggestionsFor(NAMES, 'ann', false)).toEqual(['Mulligan, Ann']);
    // Within a word it is another one.
    expect(suggestionsFor(NAMES, 'rand', false)).toEqual([]);
    expect(suggestionsFor(['किताब', 'नई ताब'], 'ताब', false)).toEqual(['नई ताब']);
  });

  it('are never what stands there already, and nothing beside an empty region, a long text or several lines', () => {
    expect(suggestionsFor(NAMES, 'Emma Brandt', false)).toEqual([]);
    expect(suggestionsFor(NAMES, 'emma brandt', false)).toEqual(['Emma Brandt']);
    expect(suggestionsFor(NAMES, '  ', false)).toEqual([]);
    expect(suggestionsFor(['a\nb c'], 'a\nb', true)).toEqual([]);
    expect(suggestionsFor(['x'.repeat(130)], 'x'.repeat(121), true)).toEqual([]);
    expect([isShortLine('x'.repeat(120)), isShortLine('x'.repeat(121)), isShortLine('a\nb')]).toEqual([
      true,
      false,
      false,
    ]);
  });

  it('are all of them where somebody asks, eight at most, where none goes on as the text does', () => {
    expect(suggestionsFor(NAMES, '', true)).toEqual(NAMES);
    expect(suggestionsFor(NAMES, 'zzz', true)).toEqual(NAMES);
    expect(suggestionsFor(NAMES, 'em', true)).toEqual(['Emma Brandt']);
    const many = Array.from({ length: 20 }, (_, at) => `a ${at}`);
    expect(suggestionsFor(many, 'a', false)).toEqual(many.slice(0, 8));
    expect(suggestionsFor(many, '', true)).toEqual(many.slice(0, 8));
  });

  it('have a place in text of one line, and not where a document says that it is private, or of another kind', () => {
    const { offered, withheld } = atOnce(
      findingOfferedRegions(`<p class="editable" id="name">x</p><p class="editable" id="said" data-ready-type="text"></p>
        <p class="editable" id="notes" data-ready-type="multiline"></p><p class="editable" id="at" data-ready-type="time"></p>
        <p class="editable" id="level" data-ready-type="choice" data-ready-options="a|b"></p><p class="editable" id="open" data-ready-type="choice"></p>
        <input class="editable" id="field"><input class="editable" id="find" type="search"><input class="editable" id="on" type="date">
        <input class="editable" id="box" type="checkbox"><textarea class="editable" id="area"></textarea>
        <p class="editable" id="phone" data-ready-private></p><section data-ready-private><b class="editable" id="patient"></b></section>
        <p class="editable" id="twice"></p><p class="editable" id="twice" data-ready-private></p>`),
    );
    expect([...offered.keys()]).toEqual(['name', 'said', 'open', 'field', 'find']);
    expect([...withheld]).toEqual(['phone', 'patient', 'twice']);
  });
});
