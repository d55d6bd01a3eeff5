import { describe, expect, it } from 'vitest';
import { conflict, invalid } from '../../../src/model/errors.ts';
import { recordKey } from '../../../src/model/location.ts';
import type { RecordDraft } from '../../../src/write/action.ts';
import { validateDrafts } from '../../../src/write/validate/validateDrafts.ts';
import { making } from '../presentOfFiles.ts';

const draft = (key: string, place?: readonly string[]): RecordDraft => ({
  ...making('redirect', { key, fromPath: `/${key}`, toPath: '/x', statusCode: 301, isActive: true }),
  ...(place && { place }),
});

const nameOf = ({ kind, after }: RecordDraft): string => (after ? recordKey(kind, after.data) : '');

/** Validates drafts of these keys, of which those that begin with "bad" have a problem each. */
async function validated(
  drafts: readonly RecordDraft[],
  refusal = () => invalid([{ path: ['key'], message: 'is bad' }]),
) {
  const seen: string[] = [];
  let breaths = 0;
  const validate = (one: RecordDraft): void => {
    seen.push(nameOf(one));
    if (nameOf(one).startsWith('bad')) throw refusal();
  };
  const yieldIfBusy = (): undefined => {
    breaths += 1;
  };
  const error = await validateDrafts(drafts, validate, yieldIfBusy).catch((caught: unknown) => caught);
  return { error, seen, breaths };
}

describe('the drafts of a write', () => {
  it('are all valid, or are refused with the problems of all, each at its path in the request', async () => {
    expect(await validated([draft('a'), draft('b')])).toEqual({ error: undefined, seen: ['a', 'b'], breaths: 2 });
    const { error, seen } = await validated([draft('bad1', ['redirects', '0']), draft('a'), draft('bad2')]);
    expect(error).toMatchObject({
      code: 'VALIDATION',
      details: [
        { path: ['redirects', '0', 'key'], message: 'is bad' },
        { path: ['key'], message: 'is bad' },
      ],
    });
    expect(seen).toEqual(['bad1', 'a', 'bad2']);
  });

  it('stop at the first that fails for another reason, with its message and cause', async () => {
    const refusal = conflict({ message: '"a" is taken' }, ['key']);
    const { error, seen } = await validated([draft('a'), draft('bad', ['redirects', '1']), draft('b')], () => refusal);
    expect(error).toMatchObject({
      code: 'CONFLICT',
      details: [{ path: ['redirects', '1', 'key'], message: '"a" is taken' }],
      cause: refusal,
    });
    expect(seen).toEqual(['a', 'bad']);
  });

  it('pass a bug of ours on unchanged', async () => {
    const bug = new TypeError('undefined is not a function');
    expect((await validated([draft('bad')], () => bug as never)).error).toBe(bug);
  });

  it('are not all checked if the first ones have more problems than anybody reads', async () => {
    const { error, seen } = await validated(Array.from({ length: 1_000 }, (_, index) => draft(`bad${index}`)));
    expect(seen).toHaveLength(101);
    expect((error as { details: readonly unknown[] }).details).toHaveLength(101);
  });
});
