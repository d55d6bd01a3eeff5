import type { Page } from '../../model/entities/page.ts';
import type { Entry, Lookup } from '../../model/entry.ts';
import type { TRANSLATION_STATES } from '../shapes/page.ts';

/** How far a translation is: there is none, nobody can read it yet, it says what its source says, or its source has changed since. */
export type TranslationState = (typeof TRANSLATION_STATES)[number];

/** The states of pages that know their source. */
export interface TranslationStates {
  /** Undefined for any other page, and as long as a page has not been compared with its source. */
  stateOf(page: Entry<Page>): TranslationState | undefined;
}

/** The state of a translation whose source has not changed, or is not known. */
export const statusState = ({ data }: Entry<Page>): TranslationState =>
  data.status === 'published' ? 'current' : 'draft';

/** The page that a page is a translation of; undefined if it does not say so, or that page is gone. */
export function findSource({ id, data }: Entry<Page>, lookup: Pick<Lookup, 'find'>): Entry<Page> | undefined {
  const { translation, translationGroup } = data;
  if (!translation || translationGroup === undefined) return undefined;
  return lookup
    .find('page', 'byTranslationGroup', translationGroup)
    .find((other) => other.id !== id && other.data.locale === translation.of);
}
