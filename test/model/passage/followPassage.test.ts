import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { followPassage } from '../../../src/model/passage/followPassage.ts';
import { type FieldText, passageAt } from '../../../src/model/passage/passage.ts';
import { runs } from '../../effort.ts';

const BODY = { block: 31, name: 'body' };
const TEXT = [
  'The harbour wakes before the town does.',
  'Boats come in at four, and their lamps are put out one by one.',
  'By six the fish is sold, and the quay is washed down with sea water.',
].join('\n');

const quoteIn = (text: string, quote: string) => {
  const start = text.indexOf(quote);
  if (start < 0) throw new Error(`Not in the text: ${quote}`);
  return { field: BODY, passage: passageAt(text, start, start + quote.length) };
};
const body = (text: string): FieldText => ({ field: BODY, text });

/** What a comment on `quote` in `TEXT` is about after the text has become `next`. */
function follow(quote: string, next: string | readonly FieldText[], knows: 'earlier' | 'nothing' = 'earlier') {
  const texts = typeof next === 'string' ? [body(next)] : next;
  const found = followPassage(quoteIn(TEXT, quote), texts, knows === 'earlier' ? TEXT : undefined);
  return found && { ...found.field, quote: found.passage.quote };
}

describe('the passage of a comment', () => {
  it.each(['earlier', 'nothing'] as const)('stays when text before it is edited (%s is known)', (knows) => {
    const next = `A new beginning.\n${TEXT.replace('wakes', 'stirs')}`;
    expect(follow('their lamps are put out', next, knows)).toEqual({ ...BODY, quote: 'their lamps are put out' });
  });

  it.each(['earlier', 'nothing'] as const)('is followed when some of its words change (%s is known)', (knows) => {
    const next = TEXT.replace('lamps are put out one by one', 'lanterns are put out one after the other');
    expect(follow('their lamps are put out one by one', next, knows)?.quote).toMatch(/put out/);
  });

  it('includes what is written inside of it, and not what is written beside it', () => {
    const next = TEXT.replace('their lamps are', 'softly, their old brass lamps are').replace('one by one', 'by hand');
    expect(follow('their lamps are put out', next)?.quote).toBe('their old brass lamps are put out');
  });

  it('is followed when all of it is written anew where it was', () => {
    const next = TEXT.replace('their lamps are put out', 'darkness returns to every deck');
    expect(follow('their lamps are put out', next)?.quote).toBe('darkness returns to every deck');
  });

  it.each(['earlier', 'nothing'] as const)('is followed into another field (%s is known)', (knows) => {
    const moved = { field: { block: 44, name: 'text' }, text: 'Later.\nBoats come in at four, and lamps are put out.' };
    const rest = body(
      TEXT.split('\n')
        .filter((line) => !line.startsWith('Boats'))
        .join('\n'),
    );
    expect(follow('Boats come in at four, and their lamps are put out', [rest, moved], knows)).toMatchObject({
      block: 44,
      name: 'text',
    });
  });

  it('is followed within its field when paragraphs change places and one of them is rewritten', () => {
    const [first, second, third] = TEXT.split('\n');
    const next = [third, second!.replace('at four', 'at five'), first].join('\n');
    expect(follow('Boats come in at four, and their lamps are put out one by one.', next)?.quote).toBe(
      'Boats come in at five, and their lamps are put out one by one.',
    );
  });

  it('is gone when it is removed, also if a short quote stands elsewhere', () => {
    const next = TEXT.replace('By six the fish is sold, and the quay', 'The quay');
    expect(follow('By six the fish is sold', next)).toBeUndefined();
    expect(follow('the town', `${TEXT.replace(' before the town does', '')}\nFar from the town.`)).toBeUndefined();
    expect(follow('their lamps', [])).toBeUndefined();
  });

  it('keeps apart equal quotes by what stands around them', () => {
    const text = 'Open on Monday.\nClosed on Tuesday.\nOpen on Friday.';
    const start = text.lastIndexOf('Open');
    const anchor = { field: BODY, passage: passageAt(text, start, start + 4) };
    const next = text.replace('Closed on Tuesday.\n', '');
    expect(followPassage(anchor, [body(next)])?.passage.start).toBe(next.lastIndexOf('Open'));
  });

  it('never loses a quote in an edit elsewhere, and always answers a part of a present text', () => {
    const words = fc.array(fc.constantFrom('sea', 'tide', 'boat', 'lamp', 'quay', 'net', 'crab', 'the', 'and', '.\n'), {
      minLength: 1,
      maxLength: 30,
    });
    fc.assert(
      fc.property(words, words, words, words, ([...head], quoted, tail, other) => {
        const [quote, next] = [`«${quoted.join(' ')}»`, [...other, ''].join(' ')];
        const text = `${head.join(' ')} ${quote} ${tail.join(' ')}`;
        const anchor = quoteIn(text, quote);
        const edited = `${next}${quote} ${tail.join(' ')}`;
        expect(followPassage(anchor, [body(edited)], text)?.passage).toMatchObject({ quote, start: next.length });
        for (const earlier of [text, undefined]) {
          const found = followPassage(anchor, [body(next)], earlier);
          if (found) expect(next.slice(found.passage.start).startsWith(found.passage.quote)).toBe(true);
        }
      }),
      { numRuns: runs(3000) },
    );
  });
});
