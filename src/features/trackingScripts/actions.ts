import { entityOf } from '../../model/entities/index.ts';
import { trimSlug } from '../../model/text/slug.ts';
import { type Action, allRecordsIn } from '../../write/action.ts';
import { createKeys } from '../../write/record/freeKey.ts';
import { inputSchemas } from '../../write/record/input.ts';
import { createRecordReader } from '../../write/record/recordInput.ts';
import { createRecord, type RecordTarget, updateRecord } from '../../write/records.ts';
import { type TrackingScript, trackingScript } from './entity.ts';

type Json = Readonly<Record<string, unknown>>;

/** Bodies of tracking scripts: what their files hold except the key, which is made from the name. */
export const trackingScriptInput = inputSchemas(entityOf('trackingScript'), { omit: ['key'] });

const readScript = createRecordReader<TrackingScript>(trackingScript, trackingScriptInput);

/** @param body as `trackingScriptInput` describes it; all its problems are reported at once */
export const createTrackingScript = (body: Json): Action =>
  createRecord('trackingScript', (context) => {
    const data = readScript(null, withTrimmedPages(body));
    return { ...data, key: createKeys(allRecordsIn(context), 'trackingScript')(data.name) };
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
