import type { Actor } from '../../model/access.ts';
import { entityOf } from '../../model/entities/index.ts';
import type { RecordRef } from '../../model/entry.ts';
import { CmsError } from '../../model/errors.ts';
import { MAX_PROBLEMS } from '../../model/fields/problem.ts';
import type { Wording } from '../../model/reason.ts';
import { rightsFor } from '../../model/rights/judge.ts';
import type { WriteToJudge } from '../../model/rights/rights.ts';
import { nameRecord, type RecordWriteToJudge, type RightsContext, toWriteToJudge } from './findRefusal.ts';
import { type DraftsToJudge, howItIsWritten } from './requireRights.ts';

/** A record that would be different for the public. */
export interface RecordToPublish extends RecordRef, Pick<WriteToJudge, 'before' | 'after'> {
  /** What it is called; its id if the actor may not read it. */
  readonly title: string;
  /**
   * Names exactly what would go live: the files of the record and their versions. Null for a write that is live at once,
   * which nobody can have looked at before.
   */
  readonly version: string | null;
}

/** A change that is about to be published. */
export interface ChangeGoingLive {
  readonly name: string;
  /** Whether only some of its edits are. */
  readonly isPart: boolean;
  /** Who has written the edits of each record that are not live yet, by `page/12`: `user/1`, or an e-mail address. */
  findAuthors(): Promise<ReadonlyMap<string, ReadonlySet<string>>>;
}

/** What is about to become live. */
export interface PublicationToJudge {
  readonly actor: Actor;
  readonly records: readonly RecordToPublish[];
  /** Null for a write that is live at once. */
  readonly change: ChangeGoingLive | null;
}

export interface RefusedPublication {
  readonly record: RecordToPublish;
  readonly wordings: readonly Wording[];
}

export interface PublishVerdict {
  /** The records that may not go live so. */
  readonly refusals: readonly RefusedPublication[];
  /** What the commit says about it, under its seal. */
  readonly trailers: readonly (readonly [name: string, value: string])[];
  /** Called once it is live. */
  onPublished?(): Promise<void>;
  /** Present if the actor is exempt from the refusals; called with the refused records once they are live. */
  onExemption?(refused: readonly RecordRef[]): Promise<void>;
}

/** What has a say, besides rights, in whether something becomes live. */
export interface PublishGuard {
  /** Whether it wants to be asked; while it does not, nothing is made ready for it. */
  isActive(change: string | null): boolean;
  judge(publication: PublicationToJudge): Promise<PublishVerdict>;
  /** Whether somebody has been asked to look at a change, so that its commits must not be replaced. */
  isLookedAt(change: string): boolean;
}

const NOTHING_TO_SAY: PublishVerdict = Object.freeze({ refusals: [], trailers: [] });

/** Guards that are added while parts open, asked as one. */
export interface PublishGuards extends PublishGuard {
  add(guard: PublishGuard): void;
}

export function createPublishGuards(): PublishGuards {
  const guards: PublishGuard[] = [];
  return {
    add: (guard) => void guards.push(guard),
    isActive: (change) => guards.some((guard) => guard.isActive(change)),
    isLookedAt: (change) => guards.some((guard) => guard.isLookedAt(change)),
    async judge(publication) {
      const name = publication.change?.name ?? null;
      const asked = guards.filter((guard) => guard.isActive(name));
      if (asked.length === 0 || publication.records.length === 0) return NOTHING_TO_SAY;
      return joinVerdicts(await Promise.all(asked.map((guard) => guard.judge(publication))));
    },
  };
}

/** An exemption from the refusals of one guard is none from those of another. */
function joinVerdicts(verdicts: readonly PublishVerdict[]): PublishVerdict {
  const refusing = verdicts.filter(({ refusals }) => refusals.length > 0);
  return {
    refusals: verdicts.flatMap(({ refusals }) => refusals),
    trailers: verdicts.flatMap(({ trailers }) => trailers),
    async onPublished() {
      for (const { onPublished } of verdicts) await onPublished?.();
    },
    ...(refusing.length > 0 &&
      refusing.every(({ onExemption }) => onExemption) && {
        onExemption: async (refused: readonly RecordRef[]) => {
          for (const { onExemption } of refusing) await onExemption!(refused);
        },
      }),
  };
}

/** The record of a write if the public would see the difference; null otherwise. */
export function findRecordToPublish(
  draft: RecordWriteToJudge,
  version: string | null,
  context: RightsContext,
): RecordToPublish | null {
  const { kind } = draft;
  // Accounts and keys are guarded by their endpoints.
  if (entityOf(kind).home === 'private') return null;
  const write = toWriteToJudge(draft, context);
  if (!rightsFor(write).includes('publish')) return null;
  const { before, after } = write;
  const { title } = nameRecord(draft, write, context);
  return { kind, id: (draft.before ?? draft.after)!.id, before, after, title, version };
}

/**
 * Asks the guard about a write that is live at once. What follows from it is not asked about.
 *
 * @returns what to call once it is live
 * @throws CmsError FORBIDDEN with a reason for each record that may not go live so
 */
export async function guardLiveWrite(
  { drafts, action }: DraftsToJudge,
  context: RightsContext,
  guard: PublishGuard,
): Promise<(() => Promise<void>) | undefined> {
  const { actor } = context;
  // What the system does by itself was decided earlier, as was what a scheduled page does at its time.
  if (!guard.isActive(null) || actor.type === 'system' || actor.type === 'schedule') return undefined;
  const asked = drafts.flatMap((draft) => {
    const how = { ...draft, ...howItIsWritten(draft, action) };
    const record = draft.follows ? null : findRecordToPublish(how, null, context);
    return record ? [{ record, place: draft.place ?? [] }] : [];
  });
  const { refusals, onExemption } = await guard.judge({
    actor,
    records: asked.map(({ record }) => record),
    change: null,
  });
  if (refusals.length === 0) return undefined;
  const refused = refusals.map(({ record }) => record);
  if (onExemption) return () => onExemption(refused);
  const placeOf = new Map(asked.map(({ record, place }) => [record, place]));
  throw refusePublishing(refusals.map((one) => ({ ...one, path: placeOf.get(one.record) ?? [] })));
}

/** The error that names what may not go live. */
export const refusePublishing = (
  refusals: readonly (RefusedPublication & { readonly path?: readonly string[] })[],
): CmsError =>
  new CmsError(
    'FORBIDDEN',
    refusals.flatMap(({ wordings, path = [] }) => wordings.map((one) => ({ path, ...one }))).slice(0, MAX_PROBLEMS),
  );
