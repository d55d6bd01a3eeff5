import { type Actor, mayAct } from '../model/access.ts';
import type { RecordClash } from '../model/clash.ts';
import { entityOf } from '../model/entities/index.ts';
import type { EntityDef } from '../model/entity.ts';
import type { Entry, Lookup } from '../model/entry.ts';
import { forbidden, notFound } from '../model/errors.ts';
import { settleClash } from '../model/merge/settleClash.ts';
import type { Action, Draft } from './action.ts';
import { nounOf } from './records.ts';

/** What replaces a value that clashes: one side's value, or a third one. */
export type ClashChoice = { readonly take: 'ours' | 'theirs' } | { readonly value: unknown };

/** A commit whose message has this line has settled the clash, in whichever clone it was made. */
export const SETTLES = /^Settles clash ([\w-]{20})\.$/m;

/**
 * Settles a clash that a merge has left. Commits even if the value stays: the commit records that somebody chose it.
 *
 * @throws CmsError NOT_FOUND if the record is gone; FORBIDDEN if the actor may not write it
 */
export const settleStanding = (clash: RecordClash, choice: ClashChoice): Action => ({
  name: `${clash.kind}.update`,
  subject: `Settle ${nounOf(clash.kind).toLowerCase()} "${clash.key}"${clash.path.length > 0 ? `, ${clash.path.join('.')}` : ''}`,
  note: `Settles clash ${clash.clashId}.`,
  alwaysCommits: true,
  plan({ lookup, actor, nextId }) {
    requireWriter(clash, actor);
    const present = findRecord(clash, lookup);
    if (!present) throw notFound(nounOf(clash.kind));
    const chosen = 'value' in choice ? choice.value : clash[choice.take];
    const data = settleClash(present.data, clash, chosen) as object | undefined;
    if (data === undefined) return [asDraft({ kind: clash.kind, before: present, after: null })];
    const { withIds } = entityOf(clash.kind) as EntityDef<object>;
    const whole = withIds?.(data, (counter, _, stored) => stored || nextId(counter)) ?? data;
    const { id, createdAt } = present;
    return [asDraft({ kind: clash.kind, before: present, after: { id, createdAt, data: whole } })];
  },
});

/** The present version of the record that has the clash. */
export const findRecord = ({ kind, id, key }: RecordClash, lookup: Pick<Lookup, 'get' | 'byKey'>): Entry | undefined =>
  lookup.get(kind, id) ?? lookup.byKey(kind, key);

function requireWriter({ kind, key }: RecordClash, { role }: Actor): void {
  const needed = entityOf(kind).access.update;
  if (!mayAct(role, needed))
    throw forbidden(`Changing ${nounOf(kind).toLowerCase()} "${key}" needs the role ${needed}`);
}

// Its versions are of the kind that it names.
const asDraft = (draft: object): Draft => draft as Draft;
