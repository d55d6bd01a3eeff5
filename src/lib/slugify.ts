import { loadLazily } from './loadLazily.ts';

const transliteration = loadLazily<typeof import('transliteration')>('transliteration');

/** A slug of lower-case ASCII words made from any text ("Ünïcode & Títle!" → `unicode-and-title`); empty when nothing is left. */
export const slugify = (text: string): string =>
  transliteration()
    .slugify(text, { replace: [['&', ' and ']], separator: '-' })
    .slice(0, 200)
    .replace(/^[^a-z0-9]+|[^a-z0-9]+$/g, '');
