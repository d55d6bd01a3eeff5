import { defineEntity } from '../entity.ts';
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
} from '../schema/schema.ts';

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

declare module '../records.ts' {
  interface Records {
    trackingScript: TrackingScript;
  }
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
  references: (data) => data.targetPages.map((key, index) => ({ kind: 'pageSlug', key, path: ['targetPages', index] })),
});
