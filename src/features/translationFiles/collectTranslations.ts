import { createYieldIfBusy, SHARED_SLICES } from '../../lib/turn/createYieldIfBusy.ts';
import type { Page } from '../../model/entities/page.ts';
import { compareEntryIds, type Entry } from '../../model/entry.ts';
import { invalidAt } from '../../model/errors.ts';
import { because } from '../../model/reason.ts';
import type { Site } from '../../site/site.ts';
import { createTranslationSources } from '../../site/version/translationSources.ts';
import { statusState, type TranslationState } from '../../view/admin/translationState.ts';
import { type CodedPart, type CodedText, isSameCoded, normalizeCoded } from './codedText.ts';
import { pairPages } from './pairPages.ts';
import type { PairVisitor } from './pairRichText.ts';
import type { FilePage, FileUnit, TranslationFile } from './translationFile.ts';
import { withoutControls } from './writeXliff.ts';

/** Which texts go out. */
export interface TranslationsToCollect {
  readonly from: string;
  readonly to: string;
  readonly state?: TranslationState | undefined;
  /** The slug of a content type. */
  readonly type?: string | undefined;
  readonly page?: number | undefined;
}

/** The most characters of a file, so that it can come back with as many more. */
const MAX_CHARACTERS = 6 * 1024 * 1024;

/** Collects the texts of pages with their translations. @throws CmsError VALIDATION if they are too many for one file */
export async function collectTranslations(
  wanted: TranslationsToCollect,
  { store: lookup, history }: Pick<Site, 'store' | 'history'>,
): Promise<TranslationFile> {
  const sources = createTranslationSources({ lookup, findPast: history.findPast });
  const yieldIfBusy = createYieldIfBusy(SHARED_SLICES);
  const pages: FilePage[] = [];
  let characters = 0;
  for (const source of [...lookup.all('page')].filter((page) => isWantedSource(page, wanted)).sort(compareEntryIds)) {
    await yieldIfBusy();
    const translation = findTranslation(source, wanted.to, lookup);
    if (translation) await sources.compare([translation]);
    const state = translation ? (sources.stateOf(translation) ?? statusState(translation)) : 'missing';
    if (wanted.state !== undefined && state !== wanted.state) continue;
    const madeFrom = translation && state === 'outdated' ? await sources.findMadeFrom(translation) : source;
    const units = collectUnits({ source, translation, madeFrom, lookup });
    if (units.length === 0) continue;
    pages.push({ id: source.id, rev: source.rev, key: source.key, units });
    for (const unit of units) characters += codedSize(unit.source) + (unit.target ? codedSize(unit.target) : 0) + 100;
    if (characters > MAX_CHARACTERS)
      throw invalidAt([], because('tooManyTranslations', 'These are too many texts for one file: ask for fewer', {}));
  }
  return { from: wanted.from, to: wanted.to, pages };
}

const isWantedSource = ({ id, data }: Entry<Page>, { from, type, page }: TranslationsToCollect): boolean =>
  data.locale === from && (type === undefined || data.type === type) && (page === undefined || id === page);

export const findTranslation = (
  source: Entry<Page>,
  to: string,
  lookup: Pick<Site['store'], 'find'>,
): Entry<Page> | undefined =>
  source.data.translationGroup === undefined
    ? undefined
    : lookup.find('page', 'byTranslationGroup', source.data.translationGroup).find(({ data }) => data.locale === to);

const codedSize = (text: CodedText): number =>
  text.reduce((sum, part) => sum + (typeof part === 'string' ? part.length : 30 + codedSize(part.content ?? [])), 0);

interface VersionsToCollect {
  readonly source: Entry<Page>;
  readonly translation: Entry<Page> | undefined;
  /** The version of the source that the translation was made from; undefined if git does not have it. */
  readonly madeFrom: Entry<Page> | undefined;
  readonly lookup: Site['store'];
}

function collectUnits({ source, translation, madeFrom, lookup }: VersionsToCollect): readonly FileUnit[] {
  const scope = { lookup, nextBlockId: () => 0 };
  const isOld = madeFrom !== undefined && madeFrom.rev !== source.rev;
  // What the earlier texts were translated as; a text that has only moved need not be translated again.
  const memory = new Map<string, CodedText>();
  const unchanged = new Set<string>();
  if (translation && madeFrom)
    pairPages(madeFrom.data, translation.data, {
      ...scope,
      visitor: lookAtTexts(({ source: text, base }) => void (base && memory.set(codedKey(text), base))),
    });
  if (isOld)
    pairPages(source.data, madeFrom.data, {
      ...scope,
      visitor: lookAtTexts(({ id, source: text, base }) => void (base && isSameCoded(text, base) && unchanged.add(id))),
    });
  const units: FileUnit[] = [];
  pairPages(source.data, translation?.data ?? withoutContent(source.data), {
    ...scope,
    visitor: lookAtTexts(({ id, labels, source: text, base }) => {
      const known = base ?? memory.get(codedKey(text)) ?? null;
      const isOpen = known === null || base === undefined || (isOld ? !unchanged.has(id) : madeFrom === undefined);
      const target = known && toXmlText(known);
      units.push({ id, note: labels.join(' › '), source: toXmlText(text), target, isOpen });
    }),
  });
  return units;
}

/** A visitor that sets nothing. */
const lookAtTexts = (look: (pair: Parameters<PairVisitor['translate']>[0]) => void): PairVisitor => ({
  translate(pair) {
    look(pair);
    return undefined;
  },
});

const codedKey = (text: CodedText): string => JSON.stringify(normalizeCoded(text));

/** A page of which nothing is translated. */
const withoutContent = (page: Page): Page => ({ ...page, title: '', seo: {}, fields: {}, regions: {} });

/** The text as every format can hold it. */
export const toXmlText = (text: CodedText): CodedText =>
  text.map(
    (part): CodedPart =>
      typeof part === 'string'
        ? withoutControls(part)
        : { ...part, ...(part.content && { content: toXmlText(part.content) }) },
  );
