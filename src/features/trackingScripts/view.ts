import { compareEntryIds, type Entry } from '../../model/entry.ts';
import { choice, namedSchema, object } from '../../model/schema/schema.ts';
import type { PublicContent } from '../../view/publicContent.ts';
import { arrayOf, booleanShape, idShape, integerShape, stringShape, timeShape } from '../../view/shapes/values.ts';
import { findPublicSlugs } from '../../view/site/site.ts';
import type { TrackingScript } from './entity.ts';

export const ADMIN_TRACKING_SCRIPT = namedSchema(
  'AdminTrackingScript',
  object({
    ...{
      id: idShape,
      name: stringShape,
      code: stringShape,
      position: choice('head', 'body'),
      priority: integerShape,
      isActive: booleanShape,
    },
    ...{
      scope: choice('global', 'targeted'),
      targetPages: arrayOf(stringShape),
      createdAt: timeShape,
      updatedAt: timeShape,
    },
  }),
);
const script = namedSchema('TrackingScript', object({ id: idShape, name: stringShape, code: stringShape }));
export const TRACKING_SCRIPTS = object({ head: arrayOf(script), body: arrayOf(script) });

export const showTrackingScript = ({ id, createdAt, updatedAt, data }: Entry<TrackingScript>): object => ({
  id,
  name: data.name,
  code: data.code,
  position: data.position,
  priority: data.priority,
  isActive: data.isActive,
  scope: data.scope,
  targetPages: data.targetPages,
  createdAt,
  updatedAt,
});

/** The scripts for a page in running order; without a public page with this slug, only the scripts for all pages. */
export function showTrackingScripts(content: PublicContent, pageSlug = ''): object {
  const all = [...content.all('trackingScript')];
  const targeted = all.filter(({ data }) => data.scope === 'targeted' && data.targetPages.includes(pageSlug));
  // Looked up only for slugs that scripts target: the search goes through all pages.
  const isTarget = targeted.length > 0 && findPublicSlugs([pageSlug], content).length > 0;
  const scripts = all
    .filter((script) => script.data.scope === 'global' || (isTarget && targeted.includes(script)))
    .sort((a, b) => a.data.priority - b.data.priority || compareEntryIds(a, b));
  const at = (position: TrackingScript['position']): readonly object[] =>
    scripts
      .filter(({ data }) => data.position === position)
      .map(({ id, data }) => ({ id, name: data.name, code: data.code }));
  return { head: at('head'), body: at('body') };
}
