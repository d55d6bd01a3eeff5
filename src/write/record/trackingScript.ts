import { entityOf } from '../../model/entities/index.ts';
import { type TrackingScript, trackingScript } from '../../model/entities/trackingScript.ts';
import { trimSlug } from '../../model/text/slug.ts';
import type { Action } from '../action.ts';
import { createRecord, type RecordTarget, updateRecord } from '../records.ts';
import { createKeys } from './freeKey.ts';
import { inputSchemas } from './input.ts';
import { createRecordReader } from './recordInput.ts';

type Json = Readonly<Record<string, unknown>>;

/** Bodies of tracking scripts: what their files hold except the key, which is made from the name. */
export const trackingScriptInput = inputSchemas(entityOf('trackingScript'), { omit: ['key'] });

const readScript = createRecordReader<TrackingScript>(trackingScript, trackingScriptInput);

/** @param body as `trackingScriptInput` describes it; all its problems are reported at once */
export const createTrackingScript = (body: Json): Action =>
  createRecord('trackingScript', ({ lookup }) => {
    const data = readScript(null, withTrimmedPages(body));
    return { ...data, key: createKeys(lookup, 'trackingScript')(data.name) };
  });

/** @param body as `trackingScriptInput` describes it; all its problems are reported at once */
export const updateTrackingScript = (target: RecordTarget, body: Json): Action =>
  updateRecord('trackingScript', target, ({ data }) => readScript(data, withTrimmedPages(body)));

/** Slugs of pages may have slashes around them. */
function withTrimmedPages(body: Json): Json {
  const { targetPages } = body;
  if (!Array.isArray(targetPages)) return body;
  return { ...body, targetPages: targetPages.map((slug) => (typeof slug === 'string' ? trimSlug(slug) : slug)) };
}
