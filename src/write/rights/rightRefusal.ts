import { type Actor, mayAct, type Verb } from '../../model/access.ts';
import { entityOf } from '../../model/entities/index.ts';
import type { EntityDef } from '../../model/entity.ts';
import { because, type Wording } from '../../model/reason.ts';
import type { Kind } from '../../model/records.ts';
import type { Right } from '../../model/rights/rights.ts';
import { kindLabel } from '../records.ts';

/** A record that somebody may not write. */
export interface RefusedRecord {
  readonly kind: Kind;
  readonly key: string;
  /** What it is called; its key if the actor may not read it. */
  readonly title: string;
  readonly right: Right;
  /** The parts that it is about; none if it is the record as a whole. */
  readonly parts: readonly string[];
}

/** How messages go on for the roles that a site has without roles of its own. */
export type SayRole = (record: Pick<RefusedRecord, 'kind' | 'key' | 'right'>, role: string) => string;

/** What to tell an actor who lacks a right on a record. */
export function wordRefusal(record: RefusedRecord, actor: Actor, sayRole: SayRole = sayNeededRole): Wording {
  if (actor.changesOnly && record.right === 'publish')
    return because('proposesOnly', 'You may write to changes only: others publish them', {});
  const { kind, key, title, right, parts } = record;
  const needed = (entityOf(kind) as EntityDef<unknown>).access[VERBS[right]];
  if (actor.rights.isBuiltIn && !mayAct(actor.role, needed))
    return because('recordNeedsRole', sayRole(record, needed), { kind, name: key, role: needed });
  const message = `Your role may not ${right} ${kindLabel(kind).toLowerCase()} "${title}"`;
  if (parts.length === 0) return because('noRight', message, { right, kind, name: title });
  const named = parts.join(', ');
  return because('noRightOnParts', `${message}: this changes ${named}`, { right, kind, name: title, parts: named });
}

/** The verb of an entity whose role a right needs. */
const VERBS: Readonly<Record<Right, Verb>> = {
  ...{ read: 'read', create: 'create', delete: 'remove' },
  ...{ update: 'update', publish: 'update', review: 'update', restore: 'update' },
};

const DOING: Partial<Readonly<Record<Right, string>>> = { create: 'Creating', delete: 'Deleting' };

const sayNeededRole: SayRole = ({ kind, key, right }, role) =>
  `${DOING[right] ?? 'Changing'} ${kindLabel(kind).toLowerCase()} "${key}" needs the role ${role}`;
