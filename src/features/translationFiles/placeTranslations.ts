import { randomUUID } from 'node:crypto';
import { sameJson } from '../../lib/json/sameJson.ts';
import { createYieldIfBusy } from '../../lib/turn/createYieldIfBusy.ts';
import { actorRefName } from '../../model/access.ts';
import type { Page } from '../../model/entities/page.ts';
import type { Entry, Lookup } from '../../model/entry.ts';
import type { Site } from '../../site/site.ts';
import { createTranslationSources, isSameContent } from '../../site/version/translationSources.ts';
import { type Action, allRecordsIn, type PlanContext, type RecordDraft } from '../../write/action.ts';
import { draftTranslation } from '../../write/page/pageCopy.ts';
import { updateDraft } from '../../write/records.ts';
import { findRefusal } from '../../write/rights/findRefusal.ts';
import { checkPage } from '../../write/validate/validate.ts';
import { type CodedText, hasWords, isSameCoded } from './codedText.ts';
import { findTranslation, toXmlText } from './collectTranslations.ts';
import { pairPages } from './pairPages.ts';
import type { FilePage, FileUnit, TranslationFile } from './translationFile.ts';

/**
 * Why a text was not placed: its page is gone, or the text; its source has changed; its codes do not fit; the translation
 * is built otherwise than its source; the address is taken; the person may not write the page; or it would not be valid.
 */
export const LEFT_REASONS = ['gone', 'changed', 'codes', 'structure', 'taken', 'noRight', 'invalid'] as const;
export type LeftReason = (typeof LEFT_REASONS)[number];

/** A text of a file that was not placed. */
export interface LeftText {
  /** The key of the page as the file gives it. */
  readonly page: string;
  readonly unit: string;
  readonly reason: LeftReason;
  readonly target: CodedText;
}

/** What became of a file. */
export interface PlacedTranslations {
  /** The texts that differ from what was there. */
  units: number;
  left: LeftText[];
}

/** Puts the texts of a file into the translations, as one commit. @param report is filled when it is planned */
export const placeTranslations = (file: TranslationFile, site: Site, report: PlacedTranslations): Action => ({
  name: 'page.translate',
  subject: `Bring in translations from ${file.from} into ${file.to}`,
  async plan(context) {
    // It may be planned again.
    Object.assign(report, { units: 0, left: [] });
    const yieldIfBusy = createYieldIfBusy();
    const drafts: RecordDraft[] = [];
    const seen = new Set<number>();
    for (const page of file.pages) {
      await yieldIfBusy();
      const placed = seen.has(page.id) ? leaveWholePage(page, 'gone') : await placePage(page, { file, site, context });
      seen.add(page.id);
      drafts.push(...placed.drafts);
      report.units += placed.units;
      report.left.push(...placed.left);
    }
    return drafts;
  },
});

interface PlacedPage extends PlacedTranslations {
  readonly drafts: readonly RecordDraft[];
}

const toLeft = (page: FilePage, { id, target }: FileUnit, reason: LeftReason): LeftText => ({
  ...{ page: page.key.slice(0, 500), unit: id.slice(0, 500), reason, target: target ?? [] },
});

/** Places nothing of a page. */
const leaveWholePage = (page: FilePage, reason: LeftReason): PlacedPage => ({
  drafts: [],
  units: 0,
  left: page.units.flatMap((unit) => (unit.target ? [toLeft(page, unit, reason)] : [])),
});

interface PlacingScope {
  readonly file: TranslationFile;
  readonly site: Site;
  readonly context: PlanContext;
}

async function placePage(page: FilePage, scope: PlacingScope): Promise<PlacedPage> {
  const { file, context, site } = scope;
  const { lookup } = context;
  const source = lookup.get('page', page.id);
  if (!source || source.data.locale !== file.from) return leaveWholePage(page, 'gone');
  const present = findTranslation(source, file.to, lookup);
  if (!present && findTranslation(source, file.to, allRecordsIn(context))) return leaveWholePage(page, 'noRight');
  if (!present && allRecordsIn(context).byKey('page', `${file.to}/${source.data.slug}`))
    return leaveWholePage(page, 'taken');
  let units = 0;
  let left: readonly LeftText[] = [];
  const sources = createTranslationSources({ lookup: site.store, findPast: site.history.findPast });
  const madeFrom = present && (await sources.findMadeFrom(present));
  const translate = (base: Page): Page => {
    const paired = pairTranslation(page, { source, base, context });
    [units, left] = [paired.units, paired.left];
    const isCurrent =
      paired.isWhole && page.rev === source.rev && bringsUpToDate({ source, base, madeFrom, units, lookup });
    return isCurrent ? { ...paired.page, translation: { of: source.data.locale, rev: source.rev } } : paired.page;
  };
  const drafts = present
    ? draftTranslationUpdate(present, translate(present.data))
    : draftNewTranslation(page, source, { ...scope, translate });
  const nameOwner = (kind: 'page', id: number) => site.history.ownerOf(lookup.get(kind, id)?.path ?? '');
  const refusal = drafts.some(
    (draft) =>
      !draft.follows &&
      findRefusal(draft, {
        ...{ actor: context.actor, now: context.now, isDraft: true, lookup },
        ownerOf: (kind, id) => (kind === 'page' && nameOwner(kind, id)) || actorRefName(context.actor),
      }),
  );
  if (refusal) return leaveWholePage(page, 'noRight');
  const isInvalid = drafts.some(
    ({ kind, before, after }) =>
      kind === 'page' &&
      after &&
      checkPage(after.data, { lookup, now: context.now, isDraft: true }, before ?? undefined).length > 0,
  );
  return isInvalid ? leaveWholePage(page, 'invalid') : { drafts, units, left: [...left] };
}

const draftTranslationUpdate = (present: Entry<Page>, data: Page): readonly RecordDraft[] =>
  sameJson(data, present.data) ? [] : [updateDraft('page', present, data)];

/** A translation that is there only if one of its texts is translated. */
function draftNewTranslation(
  page: FilePage,
  source: Entry<Page>,
  { file, context, translate }: PlacingScope & { translate(base: Page): Page },
): readonly RecordDraft[] {
  if (!page.units.some(({ target }) => target && hasWords(target))) return [];
  return draftTranslation(source, { locale: file.to, newGroup: randomUUID(), context, translate });
}

interface PairedTranslation extends PlacedTranslations {
  readonly page: Page;
  /** Whether every text of the source is translated. */
  readonly isWhole: boolean;
}

interface TranslationToPair {
  readonly source: Entry<Page>;
  readonly base: Page;
  readonly context: PlanContext;
}

function pairTranslation(page: FilePage, { source, base, context }: TranslationToPair): PairedTranslation {
  const units = new Map(page.units.map((unit) => [unit.id, unit]));
  const isMoved = page.rev !== source.rev;
  const left = new Map<string, LeftText>();
  const refuse = (id: string, reason: LeftReason): void => {
    const unit = units.get(id);
    if (unit) left.set(id, toLeft(page, unit, reason));
  };
  const known = new Set<string>();
  let [placed, isWhole] = [0, true];
  const paired = pairPages(source.data, base, {
    lookup: context.lookup,
    nextBlockId: () => context.nextId('block'),
    visitor: {
      translate({ id, source: text, base: present, isAdded = false }) {
        known.add(id);
        const unit = units.get(id);
        const target = unit?.target && hasWords(unit.target) ? toXmlText(unit.target) : undefined;
        const isSame = present !== undefined && target !== undefined && isSameCoded(target, toXmlText(present));
        // A tool that has changed a text may have left its state as it was.
        const isDone = target !== undefined && (!unit?.isOpen || isAdded || (present !== undefined && !isSame));
        isWhole &&= isDone;
        if (!isDone || isSame) return undefined;
        if (isMoved && !isSameCoded(unit?.source ?? [], toXmlText(text))) {
          refuse(id, 'changed');
          return undefined;
        }
        placed += 1;
        return target;
      },
      isSettled: (id) => units.get(id)?.isOpen === false,
      refuse(ids, why) {
        isWhole = false;
        placed -= ids.length;
        if (why !== 'unsettled') for (const id of ids) refuse(id, why);
      },
    },
  });
  for (const { id, target } of page.units) if (!known.has(id) && target && hasWords(target)) refuse(id, 'gone');
  return { page: paired, units: placed, left: [...left.values()], isWhole: isWhole && left.size === 0 };
}

interface VersionsToCompare {
  readonly source: Entry<Page>;
  readonly base: Page;
  readonly madeFrom: Entry<Page> | undefined;
  readonly units: number;
  readonly lookup: Lookup;
}

/** Whether a translation of all texts makes the page a translation of the present source: nothing else has changed there. */
function bringsUpToDate({ source, base, madeFrom, units, lookup }: VersionsToCompare): boolean {
  const { translation } = base;
  if (translation?.of === source.data.locale && translation.rev === source.rev) return false;
  if (!madeFrom) return units > 0 || translation?.of === source.data.locale;
  if (isSameContent(madeFrom.data, source.data)) return units > 0;
  const withTexts = pairPages(source.data, madeFrom.data, {
    ...{ lookup, nextBlockId: ({ id }) => id },
    visitor: { translate: ({ source: text }) => text },
  });
  return isSameContent(withTexts, source.data);
}
