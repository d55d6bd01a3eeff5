import { singleIdOf } from '../../model/location.ts';
import type { Kind } from '../../model/records.ts';
import type { ObjectSchema } from '../../model/schema/schema.ts';
import { BLOCK } from '../../view/shapes/block.ts';
import { MEDIA } from '../../view/shapes/media.ts';
import { ADMIN_MENU } from '../../view/shapes/menu.ts';
import { ADMIN_PAGE } from '../../view/shapes/page.ts';
import { SETTINGS } from '../../view/shapes/site.ts';
import { TAXONOMY } from '../../view/shapes/taxonomy.ts';
import { type Answer, addToData, type Call, envelopeOf } from '../endpoint.ts';
import type { Step } from './step.ts';

/** The shapes of records that are answered whole, and their kinds. */
const WHOLE: ReadonlyMap<unknown, Kind> = new Map<unknown, Kind>([
  [ADMIN_PAGE, 'page'],
  [BLOCK, 'block'],
  [ADMIN_MENU, 'menu'],
  [TAXONOMY, 'taxonomy'],
  [MEDIA, 'media'],
  [SETTINGS, 'settings'],
]);

/**
 * Adds to the answer of a whole record that is live its draft and the caller's own unfinished work (contract, section
 * 14).
 */
export const addDraftFacts: Step<Call, Answer> = (endpoint, below) => {
  const handle = below(endpoint);
  const drafts = endpoint.site?.drafts;
  const kind = WHOLE.get((endpoint.result?.body as ObjectSchema | undefined)?.properties?.['data']);
  if (!drafts || kind === undefined) return handle;
  return async (call) => {
    // The endpoints of pages refresh them, for lists too.
    if (kind !== 'page') await drafts.refresh();
    const answer = await handle(call);
    if ('raw' in answer) return answer;
    const { id } = envelopeOf(answer).data as { readonly id?: number };
    const record = { kind, id: singleIdOf(kind) ?? id! };
    return addToData(answer, await drafts.describe(record, call.actor));
  };
};
