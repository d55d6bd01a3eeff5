import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { replayChange } from '../../../src/ui/form/replayChange.ts';

const text = (value: string) => ({ text: value });

describe('a step in a text, done again or undone after others have gone on in it', () => {
  it.each([
    ['one two three', 'one TWO three', 'one two three four', 'one TWO three four'],
    ['one two three', 'one TWO three', 'zero one two three', 'zero one TWO three'],
    ['one two three', 'one three', 'one two three four', 'one three four'],
    ['one two three', 'one TWO three', 'one six three', 'one six three'],
    ['one two', 'one two', 'one six', 'one six'],
    ['one', 'uno', 'two', 'two'],
    ['one two', 'uno dos', 'https://a.example', 'https://a.example'],
  ])('from "%s" to "%s" makes "%s" into "%s"', (from, to, onto, expected) => {
    expect(replayChange(text(from), text(to), text(onto))).toEqual(text(expected));
  });

  it('says nothing of a value that is no text any more', () => {
    expect(replayChange<object>(text('one two'), text('one three'), { text: 7 })).toEqual({ text: 7 });
    expect(replayChange<object>(text('one two'), { text: 7 }, text('one six'))).toEqual(text('one six'));
  });

  it('says nothing of a date, of which no part means anything alone', () => {
    expect(replayChange(text('2026-01-01'), text('2026-01-02'), text('2027-01-01'))).toEqual(text('2027-01-01'));
  });
});

describe('a step in a list, done again or undone after others have gone on in it', () => {
  const rows = (...names: readonly string[]) => ({ rows: names.map((name) => ({ name })) });

  it.each([
    [rows('a', 'b'), rows('a'), rows('a', 'b', 'c'), rows('a', 'c')],
    [rows('a'), rows('a', 'b'), rows('z', 'a'), rows('z', 'a', 'b')],
    [rows('a', 'b'), rows('b', 'a'), rows('a', 'b', 'c'), rows('b', 'c', 'a')],
    [rows('a', 'b'), rows('a'), rows('a', 'x'), rows('a')],
    [{}, rows('a'), rows('b'), rows('a', 'b')],
    [rows('a'), {}, rows('a', 'b'), rows('b')],
    [rows('a'), {}, rows('a'), {}],
  ])('from %j to %j on %j is %j', (from, to, onto, expected) => {
    expect(replayChange<object>(from, to, onto)).toEqual(expected);
  });

  it('changes the row that it was about, wherever that is by now', () => {
    const from = {
      rows: [
        { name: 'a', size: 1 },
        { name: 'b', size: 1 },
      ],
    };
    const to = {
      rows: [
        { name: 'a', size: 2 },
        { name: 'b', size: 1 },
      ],
    };
    const onto = {
      rows: [
        { name: 'z', size: 1 },
        { name: 'a', size: 1 },
        { name: 'b', size: 7 },
      ],
    };
    expect(replayChange(from, to, onto)).toEqual({
      rows: [
        { name: 'z', size: 1 },
        { name: 'a', size: 2 },
        { name: 'b', size: 7 },
      ],
    });
  });
});

describe('a step', () => {
  const values = fc.dictionary(
    fc.constantFrom('a', 'b'),
    fc.oneof(fc.integer(), fc.array(fc.integer(), { maxLength: 3 }), fc.lorem({ maxCount: 3 })),
    { maxKeys: 2 },
  );

  it('done again where it was done is what it was, and undone is what was before', () => {
    fc.assert(
      fc.property(values, values, (from, to) => {
        expect(replayChange<unknown>(from, to, from)).toEqual(to);
        expect(replayChange<unknown>(to, from, to)).toEqual(from);
        expect(replayChange<unknown>(from, from, to)).toEqual(to);
      }),
    );
  });

  it('leaves alone what it was not about', () => {
    fc.assert(
      fc.property(values, values, fc.integer(), (from, to, other) => {
        const step = (one: object, more: number) => ({ ...one, other: more });
        const done = replayChange<object>(step(from, 0), step(to, 0), step(from, other));
        expect(done).toEqual(step(to, other));
      }),
    );
  });
});
