import { loadLazily } from '../list/loadLazily.ts';
import { slugFrom } from './slugFrom.ts';

const transliteration = loadLazily<typeof import('transliteration')>('transliteration');

/**
 * A slug of lower-case ASCII words made from any text ("Ünïcode & Títle!" → `unicode-and-title`); empty when nothing is
 * left.
 */
export const slugify = (text: string): string => slugFrom(text, transliteration().slugify);
