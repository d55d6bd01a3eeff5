import { createYieldIfBusy, SHARED_SLICES } from '../../../lib/turn/createYieldIfBusy.ts';
import { entityOf } from '../../../model/entities/index.ts';
import { type Page, page } from '../../../model/entities/page.ts';
import type { Entry, Lookup } from '../../../model/entry.ts';
import { invalidAt } from '../../../model/errors.ts';
import { kindOfType } from '../../../model/page/typeKind.ts';
import { because } from '../../../model/reason.ts';
import { findMissingWords } from '../../../model/record/words.ts';
import type { ValuePath } from '../../../model/reference.ts';
import { choice, namedSchema, object, text } from '../../../model/schema/schema.ts';
import { siteSettings } from '../../../model/siteSettings.ts';
import { toLocale } from '../../../model/text/locale.ts';
import { showRevisionDiff } from '../../../view/admin/revisionDiff.ts';
import { findSource, statusState, type TranslationState } from '../../../view/admin/translationState.ts';
import { WORDED_KINDS } from '../../../view/inLanguages.ts';
import { TRANSLATION_STATES } from '../../../view/shapes/page.ts';
import {
  LISTED_TRANSLATION,
  TRANSLATION_COUNTS,
  TRANSLATION_SOURCE,
  WORD_COUNTS,
} from '../../../view/shapes/translation.ts';
import { getRecord } from '../../../write/records.ts';
import { defineEndpoint, type Endpoint } from '../../endpoint.ts';
import { paging } from '../../request/query.ts';
import { dataResult, describeMeta, pagedResult } from '../../result.ts';
import type { AdminPageDeps } from './pageDeps.ts';

const list = paging({ defaultLimit: 50, maxLimit: 100 });

const listQuery = object(
  { to: text({ minLength: 1, maxLength: 35, description: 'The language of the translations' }) },
  {
    ...list.schema,
    from: text({ maxLength: 35, description: 'The language of the pages to translate; by default that of the site' }),
    type: text({ maxLength: 200 }),
    state: namedSchema('TranslationState', choice(...TRANSLATION_STATES)),
  },
);

/** A page, and its translation into one language. */
interface TranslatedPage {
  readonly source: Entry<Page>;
  readonly translation: Entry<Page> | undefined;
  readonly state: TranslationState;
}

/** What is translated, what is not, and what is out of date. */
export const translationEndpoints = ({
  site,
  translations,
}: Pick<AdminPageDeps, 'site' | 'translations'>): Endpoint[] => [
  defineEndpoint({
    method: 'GET',
    path: '/api/admin/translations',
    summary: 'List the pages of one language, and other words, with the state of their translations into another',
    access: page.access.read,
    result: describeMeta(pagedResult(LISTED_TRANSLATION), { states: TRANSLATION_COUNTS, words: WORD_COUNTS }),
    query: listQuery,
    async handle({ query }) {
      const { limit, offset } = list.read(query);
      const all = await findTranslated(query, { site, translations });
      const words = query.type === undefined ? await findWords(readLocale(query.to, 'to'), site.store) : [];
      const found = [...all, ...words].filter(({ state }) => query.state === undefined || state === query.state);
      const states = Object.fromEntries(
        TRANSLATION_STATES.map((state) => [state, all.filter((one) => one.state === state).length]),
      );
      const data = found
        .slice(offset, offset + limit)
        .map((one) => ('source' in one ? showTranslated(one) : showWords(one)));
      const missing = words.filter(({ state }) => state === 'missing').length;
      const counts = { missing, current: words.length - missing };
      return { data, meta: { total: found.length, limit, offset, states, words: counts } };
    },
  }),
  defineEndpoint({
    method: 'GET',
    path: '/api/admin/pages/:id/source',
    summary: 'Read what has changed in the source of a translation since it was made',
    access: page.access.read,
    result: dataResult(TRANSLATION_SOURCE),
    async handle({ params: { id } }) {
      const { store: lookup } = site;
      const entry = getRecord(lookup, 'page', id);
      const source = findSource(entry, lookup);
      await translations.compare([entry]);
      const madeFrom = source && (await translations.findMadeFrom(entry));
      const changes = madeFrom ? showRevisionDiff(madeFrom.data, source!.data, lookup) : [];
      return {
        data: {
          source: source ? { id: source.id, locale: source.data.locale, title: source.data.title } : null,
          state: translations.stateOf(entry) ?? null,
          isKnown: madeFrom !== undefined,
          changes: changes.filter(({ path }) => IN_TRANSLATIONS.has(path[0] ?? '')),
        },
      };
    },
  }),
];

/** The parts of a page that its translations have, too. */
const IN_TRANSLATIONS: ReadonlySet<string> = new Set(['title', 'fields', 'regions', 'seo', 'terms']);

interface TranslationQuery {
  readonly to: string;
  readonly from?: string;
  readonly type?: string;
}

async function findTranslated(
  query: TranslationQuery,
  { site, translations }: Pick<AdminPageDeps, 'site' | 'translations'>,
): Promise<readonly TranslatedPage[]> {
  const { store, lists } = site;
  const to = readLocale(query.to, 'to');
  const locale = query.from === undefined ? siteSettings(store).defaultLocale : readLocale(query.from, 'from');
  const data = [...store.all('contentType')].filter((type) => kindOfType(type.data) === 'data').map(({ key }) => key);
  const types = query.type === undefined ? [undefined, ...data] : [query.type];
  const sources = types.flatMap((type) =>
    lists.all({ locale, ...(type !== undefined && { type }) }, 'updated_at', 'desc'),
  );
  const yieldIfBusy = createYieldIfBusy(SHARED_SLICES);
  const found: TranslatedPage[] = [];
  for (const source of sources) {
    const translation = store
      .find('page', 'byTranslationGroup', source.data.translationGroup ?? '')
      .find((other) => other.data.locale === to);
    if (translation) await translations.compare([translation]);
    const state = translation ? (translations.stateOf(translation) ?? statusState(translation)) : 'missing';
    found.push({ source, translation, state });
    const turn = yieldIfBusy();
    if (turn) await turn;
  }
  return found;
}

/** A record with words beside pages, and those of them that one language lacks. */
interface TranslatedWords {
  readonly entry: Entry;
  readonly state: TranslationState;
  readonly missing: readonly ValuePath[];
}

async function findWords(to: string, store: Lookup): Promise<readonly TranslatedWords[]> {
  const yieldIfBusy = createYieldIfBusy(SHARED_SLICES);
  const found: TranslatedWords[] = [];
  for (const kind of WORDED_KINDS) {
    for (const entry of store.all(kind)) {
      const { count, missing } = findMissingWords(entityOf(kind).words!.parts(entry.data), to);
      if (count > 0) found.push({ entry, state: missing.length > 0 ? 'missing' : 'current', missing });
      const turn = yieldIfBusy();
      if (turn) await turn;
    }
  }
  return found;
}

const showWords = ({ entry: { kind, id, updatedAt, data }, state, missing }: TranslatedWords): object => ({
  ...{ kind, id, title: entityOf(kind).title(data), updatedAt, state },
  missing: missing.map((path) => path.map(String)),
});

function readLocale(given: string, name: string): string {
  const locale = toLocale(given);
  if (locale === null) throw invalidAt([name], because('locale', 'must be a language such as en or pt-BR', {}));
  return locale;
}

const showTranslated = ({ source: { id, updatedAt, data }, translation, state }: TranslatedPage): object => ({
  ...{
    kind: 'page',
    id,
    locale: data.locale,
    type: data.type,
    title: data.title,
    slug: data.slug,
    status: data.status,
    updatedAt,
  },
  state,
  translation: translation
    ? {
        id: translation.id,
        title: translation.data.title,
        slug: translation.data.slug,
        status: translation.data.status,
        updatedAt: translation.updatedAt,
      }
    : null,
});
