import formats from 'ajv-formats';
import { describe, expect, it } from 'vitest';
import { CROP_NAME, RATIO } from '../../../src/model/media/cropSchema.ts';
import { STANDARD_FORMATS } from '../../../src/model/schema/compileSchema.ts';
import { findPatterns } from './findPatterns.ts';
import { type HostileText, hostileTexts, readPattern, writeText } from './hostileTexts.ts';

/** Files whose patterns show only as they run, and what those may be. */
const MADE_BY: Readonly<Record<string, readonly string[]>> = {
  'src/extend/load/configShape.ts': [CROP_NAME, RATIO],
  // Those of schemas, which are found there.
  'src/model/location.ts': [],
  'src/store/codec/yaml/createLineJoiner.ts': ['^ {0,40}'],
  'src/write/merge/clashTrailers.ts': [
    '^Quire-Clash: ([\\w-]{20}) (\\w{1,40})/(\\d{1,10}) (.{1,400})$',
    '^Quire-Kept: (.{1,1000})$',
  ],
  'src/fields/markdown/markdownNames.ts': [
    '^(?:[ \\t>]|[-+*][ \\t]|\\d{1,9}[.)][ \\t])*(?<fence>`{3,}(?=[^`\\n]*$)|~{3,})|^(?:[ \\t>]|[-+*][ \\t]|\\d{1,9}[.)][ \\t])*\\[(?:[^\\][\\\\\\n]|\\\\.){1,999}\\]:[ \\t]*\\n?[ \\t>]*<?((?:media:|page:|\\/api\\/content\\/media\\/)(?:[^\\s<>()"\'\\\\]|\\([^\\s<>()"\'\\\\]*\\))*)|\\b(?:src|href)=(?:"((?:media:|page:|\\/api\\/content\\/media\\/)(?:[^\\s<>()"\'\\\\]|\\([^\\s<>()"\'\\\\]*\\))*)"|\'((?:media:|page:|\\/api\\/content\\/media\\/)(?:[^\\s<>()"\'\\\\]|\\([^\\s<>()"\'\\\\]*\\))*)\')|\\\\[\\s\\S]|(?<code>`+)|(?<open>!?\\[)|(?<close>\\])(?:\\(\\s*(?:<((?:media:|page:|\\/api\\/content\\/media\\/)(?:[^\\s<>()"\'\\\\]|\\([^\\s<>()"\'\\\\]*\\))*)>|((?:media:|page:|\\/api\\/content\\/media\\/)(?:[^\\s<>()"\'\\\\]|\\([^\\s<>()"\'\\\\]*\\))*))(?:\\s+(?:"(?:[^"\\\\]|\\\\.){0,1000}"|\'(?:[^\'\\\\]|\\\\.){0,1000}\'|\\((?:[^()\\\\]|\\\\.){0,1000}\\)))?\\s*\\))?',
    '^[ \\t>]*`{3,}[ \\t]*$',
  ],
  'src/features/importMarkdown/prepareText.ts': ['\\balt="([^"]*)"'],
  'src/http/router.ts': ['^/api/admin/pages/(?<slug>.+)/blocks/(?<id>[^/]+)$', '^/(?<slug>.+)\\.png$'],
};

/** From what goes back and forth without end to what does so with the square of the length. */
const LENGTHS = [24, 256, 4096];
/**
 * A linear pattern needs some 10 µs for the longest of them, one that grows with the square 8 ms and more; on a quick
 * machine, and with a quarter of the places to begin at, 0.9 ms.
 */
const MOST_MS = 0.25;
/** Eight times the text takes a linear pattern eight times as long, one that grows with the square 64 times: far enough apart for a busy machine. */
const TIMES_LONGER = 8;
const LEAST_GROWTH = 24;
/** What else slows a single run has passed by then. */
const RUNS = 6;
const LONG = 100_000;
const MOST_MS_LONG = 2000;

/** A pattern that repeats nothing looks at each place of a text a limited number of times. */
const REPEATS = /[*+]|\{\d*,/;

interface Pattern {
  readonly source: string;
  readonly flags: string;
  readonly places: readonly string[];
}

const found = findPatterns();
const patterns = distinct([
  ...found.flatMap(({ source, flags, place }) => (source === undefined ? [] : [{ source, flags, place }])),
  ...Object.entries(MADE_BY).flatMap(([place, sources]) => sources.map((source) => ({ source, flags: 'u', place }))),
  ...STANDARD_FORMATS.flatMap(standardPattern),
]);

function distinct(all: readonly { source: string; flags: string; place: string }[]): readonly Pattern[] {
  const byText = new Map<string, Pattern>();
  for (const { source, flags, place } of all) {
    const text = `/${source}/${flags}`;
    byText.set(text, { source, flags, places: [...(byText.get(text)?.places ?? []), place] });
  }
  return [...byText.values()];
}

function standardPattern(name: (typeof STANDARD_FORMATS)[number]) {
  const format = formats.default.get(name, 'full');
  return format instanceof RegExp ? [{ source: format.source, flags: format.flags, place: `format ${name}` }] : [];
}

/** Looks for a pattern as every use of it does at most: from each place of the text, or where it is said to begin. */
function createSearch({ source, flags }: Pattern): (text: string) => void {
  const every = new RegExp(source, flags.includes('y') || flags.includes('g') ? flags : `${flags}g`);
  return (text) => void text.replace(every, '');
}

/** Milliseconds on a core: neither what others have taken of them meanwhile, nor what other threads have done. */
function measure(run: () => void): number {
  const start = performance.now();
  const cpu = process.cpuUsage();
  run();
  const { user, system } = process.cpuUsage(cpu);
  return Math.min(performance.now() - start, (user + system) / 1000);
}

/** Where each run of the longest text takes too long, a longer text tells a pattern that grows with the square from a machine that is busy. */
function isSlow(search: (text: string) => void, text: HostileText, length: number): boolean {
  const run = (times: number) => () => search(writeText(text, length * times));
  const best = (times: number): number => Math.min(...Array.from({ length: RUNS }, () => measure(run(times))));
  if (!Array.from({ length: RUNS }).every(() => measure(run(1)) > MOST_MS)) return false;
  return length < LENGTHS.at(-1)! || best(TIMES_LONGER) > LEAST_GROWTH * best(1);
}

/** What a pattern takes too long for. */
function findSlow(pattern: Pattern): string | undefined {
  const search = createSearch(pattern);
  const describeText = (text: HostileText): string => `${pattern.places.join(', ')}: ${JSON.stringify(text)}`;
  const texts = hostileTexts(pattern.source, pattern.flags);
  const slow = texts.find((text) => LENGTHS.some((length) => isSlow(search, text, length)));
  if (slow) return describeText(slow);
  const { kinds } = readPattern(pattern.source, pattern.flags);
  const long = kinds.map((word, index): HostileText => ({ lead: '', word, tail: kinds.at(index - 1)! }));
  const slowLong = long.find((text) => measure(() => search(writeText(text, LONG))) > MOST_MS_LONG);
  return slowLong && describeText(slowLong);
}

describe('regular expressions', () => {
  it('are found by their place in the source', () => {
    expect(patterns.length).toBeGreaterThan(200);
    const made = new Set(found.filter(({ source }) => source === undefined).map(({ place }) => place.split(':')[0]));
    expect([...made].sort()).toEqual(Object.keys(MADE_BY).sort());
  });

  it.each([
    ['[ \\t]+$', ''],
    ['^(\\w+\\s?)*$', ''],
    ['\\b_+|_+\\b', 'g'],
    ['<!--[\\s\\S]*?-->', 'g'],
    ['^ref:\\s*(\\S.*?)\\s*$', ''],
  ])('would be found to be slow: /%s/%s', (source, flags) => {
    expect(findSlow({ source, flags, places: ['here'] })).toContain('here');
  });

  it('SEC-36 take time in proportion to the length of the text, whatever it is', { timeout: 400_000 }, () => {
    const repeating = patterns.filter(({ source }) => REPEATS.test(source));
    expect(repeating.length).toBeGreaterThan(100);
    expect(repeating.flatMap((pattern) => findSlow(pattern) ?? [])).toEqual([]);
  });
});
