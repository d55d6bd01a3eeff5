import { isDeepStrictEqual } from 'node:util';
import type { Actor } from '../../model/access.ts';
import { entityOf } from '../../model/entities/index.ts';
import type { Page } from '../../model/entities/page.ts';
import type { Lookup } from '../../model/entry.ts';
import { recordKey } from '../../model/location.ts';
import { derivedValues, withDerivedValues } from '../../model/page/derivedValues.ts';
import type { Kind } from '../../model/records.ts';
import { changedParts, FILE_PART, RECORD_PARTS } from '../../model/rights/changedParts.ts';
import type { ActorRights, Right, RightsSubject, WriteToJudge } from '../../model/rights/rights.ts';
import { toRightsSubject } from '../../model/rights/rightsSubject.ts';
import type { RefusedRecord } from './rightRefusal.ts';

/** One record before and after a write. */
export interface RecordWriteToJudge {
  readonly kind: Kind;
  /** Null: it is created. */
  readonly before: VersionToJudge | null;
  /** Null: it is deleted. */
  readonly after: VersionToJudge | null;
  /** Whether a file that goes with it changes. */
  readonly changesFile?: boolean;
  /** Whether its file changes even if none of its values does. */
  readonly changesText?: boolean;
  /** Whether there is a new revision even if nothing changes. */
  readonly makesRevision?: boolean;
  /** Whether an earlier version is brought back. */
  readonly restores?: boolean;
}

export interface VersionToJudge {
  readonly id: number;
  /** An object, of the kind. */
  readonly data: unknown;
}

export interface RightsContext {
  readonly actor: Actor;
  readonly now: Date;
  /** Whether it becomes live only when somebody publishes it, which is judged then. */
  readonly isDraft: boolean;
  /** Whether others may have written it, so that the actor need not know what new records are called. */
  readonly isOfOthers?: boolean;
  /** The records as they would be, and the site's code. */
  readonly lookup: Pick<Lookup, 'code' | 'byKey'>;
  /** Whether derived values are yet to be made, whatever stands in their place. */
  readonly derivesLater?: boolean;
  /** Who has created a record, such as `user/1`, or is about to. */
  ownerOf(kind: Kind, id: number): string | undefined;
}

/** What the actor may not do of a write; undefined if they may do all of it. */
export function findRefusal(asked: RecordWriteToJudge, context: RightsContext): RefusedRecord | undefined {
  const { rights } = context.actor;
  // Accounts and keys are guarded by their endpoints.
  if (entityOf(asked.kind).home === 'private') return undefined;
  if (maySaveAll(rights, asked.kind)) return undefined;
  const write = toWriteToJudge(asked, context);
  if (write.before && !rights.mayRead(write.before))
    return { ...nameRecord(asked, write, context), right: 'read', parts: [] };
  const right = rights.findMissing(write) ?? findMissingElse(asked, write, rights);
  if (right === undefined) return undefined;
  return { ...nameRecord(asked, write, context), right, parts: findRefusedParts(right, write, rights) };
}

/** The parts that it is about; none if the actor has no such right on the record at all. */
function findRefusedParts(right: Right, write: WriteToJudge, rights: ActorRights): readonly string[] {
  const subjects = [write.before, write.after].filter((one) => one !== null);
  if (subjects.some((subject) => !rights.may(right, subject))) return [];
  return write.parts.filter((part) => rights.findMissing({ ...write, parts: [part] }) === right);
}

/** Whether no record of a kind needs to be judged. */
export const maySaveAll = (rights: ActorRights, kind: Kind): boolean =>
  rights.readsAll && ALL_OF_WRITING.every((right) => rights.reach(right, kind) === 'always');

const ALL_OF_WRITING = ['create', 'update', 'publish', 'delete', 'restore'] as const satisfies readonly Right[];

/** A write of one record, as far as rights depend on it. */
export function toWriteToJudge(asked: RecordWriteToJudge, context: RightsContext): WriteToJudge {
  const { actor, now, isDraft, ownerOf } = context;
  const { kind, before, after, changesFile, changesText } = asked;
  const owner = actor.rights.asksOwner ? ownerOf(kind, (before ?? after)!.id) : undefined;
  const toSubject = (version: VersionToJudge | null): RightsSubject | null => {
    const subject = version && toRightsSubject({ kind, data: version.data, owner }, now);
    return subject && isDraft ? { ...subject, isPublic: false } : subject;
  };
  const parts = changedParts(toValues(before), toValues(after));
  const own = withoutDerived(parts, asked, context);
  return {
    before: toSubject(before),
    after: toSubject(after),
    parts: changesFile || (changesText && parts.length === 0) ? [...own, FILE_PART] : own,
  };
}

/** The parts that somebody has changed; the values of others follow from those, as the site's code derives them. */
function withoutDerived(
  parts: readonly string[],
  { kind, before, after }: RecordWriteToJudge,
  { lookup, derivesLater = false }: RightsContext,
): readonly string[] {
  if (kind !== 'page' || !after || lookup.code.derived.isEmpty) return parts;
  // The kind says whose data these are.
  const [data, present] = [after.data as Page, before?.data as Page | undefined];
  const names = lookup.code.derived.of(data.type)?.names;
  // A part of the record may have the name of a field: then nobody can tell which of them has changed.
  const isField = (part: string): boolean =>
    names?.has(part) === true && !Object.hasOwn(RECORD_PARTS, part) && !(part in data);
  if (!parts.some(isField)) return parts;
  const scope = { code: lookup.code, schema: lookup.byKey('contentType', data.type)?.data.fieldsSchema };
  const derived = new Set(derivedValues({ id: after.id, data }, scope).map(({ name }) => name));
  const { fields } = withDerivedValues({ id: after.id, data }, present?.fields, scope);
  const isDerived = (part: string): boolean =>
    isField(part) && derived.has(part) && (derivesLater || isDeepStrictEqual(fields[part], data.fields[part]));
  return parts.filter((part) => !isDerived(part));
}

const toValues = (version: VersionToJudge | null) => (version?.data ?? {}) as Readonly<Record<string, unknown>>;

/** What a write needs beside what follows from its values. */
function findMissingElse(
  { makesRevision, restores }: RecordWriteToJudge,
  { before, after, parts }: WriteToJudge,
  rights: ActorRights,
): Right | undefined {
  const subjects = [before, after].filter((one) => one !== null);
  const lacks = (right: Right): boolean => subjects.some((subject) => !rights.may(right, subject));
  if (restores && lacks('restore')) return 'restore';
  return makesRevision && parts.length === 0 && lacks('update') ? 'update' : undefined;
}

/** A record that the actor may not read has no title for them. */
export function nameRecord(
  { kind, before, after }: RecordWriteToJudge,
  subjects: WriteToJudge,
  { actor: { rights }, isOfOthers = false }: Pick<RightsContext, 'actor' | 'isOfOthers'>,
): Pick<RefusedRecord, 'kind' | 'key' | 'title'> {
  const [version, subject] = before ? [before, subjects.before] : [after!, subjects.after];
  const key = recordKey(kind, version.data as object);
  const isKnown = (before === null && !isOfOthers) || (subject !== null && rights.mayRead(subject));
  return isKnown
    ? { kind, key, title: entityOf(kind).title(version.data).trim() || key }
    : { kind, key: String(version.id), title: String(version.id) };
}
