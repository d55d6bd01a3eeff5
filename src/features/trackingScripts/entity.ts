import { defineEntity } from '../../model/entity.ts';
import type { Lookup } from '../../model/entry.ts';
import { type ReferenceRenames, staysElsewhere } from '../../model/record/referenceRename.ts';
import { referenceName } from '../../model/reference.ts';
import {
  choice,
  flag,
  type Infer,
  integer,
  key,
  label,
  list,
  object,
  pageSlug,
  text,
  withDefault,
} from '../../model/schema/schema.ts';

export const trackingScriptSchema = object({
  key: key(),
  name: label(200),
  position: withDefault(choice('head', 'body'), 'head'),
  priority: withDefault(integer({ minimum: -100, maximum: 100 }), 0),
  isActive: withDefault(flag(), true),
  scope: withDefault(choice('global', 'targeted'), 'global'),
  targetPages: withDefault(list(pageSlug(), { maxItems: 1000 }), []),
  code: text({ minLength: 1, maxLength: 100_000 }),
});
export type TrackingScript = Infer<typeof trackingScriptSchema>;

declare module '../../model/records.ts' {
  interface Records {
    trackingScript: TrackingScript;
  }
}

/** The target slugs of a script: the new slug, beside the old one if another locale keeps that. */
function moveTargets(slugs: readonly string[], moves: ReferenceRenames, lookup: Lookup): readonly string[] {
  const moved = slugs.flatMap((slug) => {
    const move = moves.get(referenceName({ kind: 'pageSlug', key: slug }));
    if (!move?.to) return [slug];
    return staysElsewhere(move, lookup) ? [slug, move.to] : [move.to];
  });
  return [...new Set(moved)];
}

export const trackingScript = defineEntity<TrackingScript, never>({
  name: 'trackingScript',
  plural: 'tracking-scripts',
  file: 'tracking-scripts/{key}',
  home: 'content',
  schema: trackingScriptSchema,
  order: ['id', 'name', 'position', 'priority', 'isActive', 'scope', 'targetPages', 'createdAt', 'updatedAt', 'code'],
  counter: 'trackingScript',
  indexes: {},
  access: { read: 'viewer', create: 'admin', update: 'admin', remove: 'admin' },
  title: (data) => data.name,
  isPublic: ({ isActive }) => isActive,
  texts: ['code'],
  moveReferences: (data, moves, lookup) => ({ ...data, targetPages: moveTargets(data.targetPages, moves, lookup) }),
  references: (data) => data.targetPages.map((key, index) => ({ kind: 'pageSlug', key, path: ['targetPages', index] })),
});
