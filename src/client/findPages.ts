import { foldCompatible } from '../lib/text/foldCompatible.ts';
import { badRequest } from './ask.ts';
import type { FoundPage } from './content.ts';
import type { Found, SearchOptions } from './types.ts';

const MAX_LIMIT = 50;
/** Scripts without spaces between words: in these, a search also matches inside a word. */
const UNSPACED =
  /[\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}\p{scx=Hangul}\p{scx=Thai}\p{scx=Lao}\p{scx=Khmer}\p{scx=Myanmar}]/u;

const searchWords = (text: string): string[] => foldCompatible(text).match(/[\p{L}\p{N}]+/gu) ?? [];

/** The pages that contain every word of the query, or a word that begins with it, best matches first. */
export function findPages(pages: readonly FoundPage[], query: string, options: SearchOptions): Found {
  const { type, limit = 20, in: where = 'names' } = options;
  if (query.length < 2 || query.length > 200) throw badRequest(['q'], 'must have 2 to 200 characters');
  const wanted = [...new Set(searchWords(query))];
  const found = pages
    .filter((page) => !type || page.type === type)
    .map((page) => ({ page, score: scoreOf(page, wanted, where) }))
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score || a.page.id - b.page.id);
  const data = found.slice(0, Math.min(limit, MAX_LIMIT)).map(({ page }) => page);
  return { data, meta: { total: found.length, query } };
}

/** 0 if one of the words is not found. */
function scoreOf({ title, slug, description }: FoundPage, wanted: readonly string[], where: string): number {
  const texts: [string, number][] = [
    [title, 4],
    [slug, 2],
  ];
  if (where === 'all') texts.push([description ?? '', 1]);
  const fields = texts.map(([text, weight]) => ({ words: searchWords(text), weight }));
  const scores = wanted.map((word) =>
    Math.max(
      0,
      ...fields.map(({ words, weight }) => weight * Math.max(0, ...words.map((one) => matchScore(one, word)))),
    ),
  );
  return scores.length > 0 && scores.every(Boolean) ? scores.reduce((sum, score) => sum + score) : 0;
}

function matchScore(word: string, wanted: string): number {
  if (word === wanted) return 1;
  const isBeginning = wanted.length > 1 && word.startsWith(wanted);
  return isBeginning || (UNSPACED.test(wanted) && word.includes(wanted)) ? wanted.length / (word.length + 1) : 0;
}
