import { isPlainObject } from '../../lib/json/isPlainObject.ts';
import { CmsError } from '../../model/errors.ts';
import { describedIn, type ObjectSchema, type Schema } from '../../model/schema/schema.ts';
import type { RecordWriter } from '../../write/action.ts';
import { type Answer, type Call, defineEndpoint, type Endpoint, jsonBodyOf, type VersionFor } from '../endpoint.ts';

/** The media types of a PATCH (RFC 7396), in the order in which answers name them. */
export const PATCH_TYPES = ['application/merge-patch+json', 'application/json'] as const;

/** The endpoints, with a PATCH after each PUT that says how it is patched. */
export const withPatches = (
  endpoints: readonly Endpoint[],
  writer: Pick<RecordWriter, 'inTurn'>,
): readonly Endpoint[] =>
  endpoints.flatMap((one) => (one.patch === undefined ? [one] : [one, toPatch(one, one.patch, writer)]));

type EndpointPatch = NonNullable<Endpoint['patch']>;

/** The endpoint for a JSON Merge Patch of the record; the PUT writes the result. */
const toPatch = (put: Endpoint, patch: EndpointPatch, writer: Pick<RecordWriter, 'inTurn'>): Endpoint =>
  defineEndpoint({
    ...put,
    method: 'PATCH',
    summary: `${put.summary}, in part`,
    handle: patch === 'asPut' ? put.handle : (call) => patchRecord({ put, read: patch, writer }, call),
  });

interface Patching {
  readonly put: Endpoint;
  readonly read: Exclude<EndpointPatch, 'asPut'>;
  readonly writer: Pick<RecordWriter, 'inTurn'>;
}

/**
 * Merges a patch onto the present record, and again if somebody else wrote first, unless the caller sent `If-Match`. A
 * patch that names its base version is merged onto that version; the PUT merges the result onto the present one.
 */
async function patchRecord({ put, read, writer }: Patching, call: Call): Promise<Answer> {
  const { lateSave } = call.actor ?? {};
  const versionFor: VersionFor = async (present) => (lateSave ? lateSave.baseOf(present) : present);
  for (;;) {
    const { data, etag } = await read(call, versionFor);
    try {
      return await put.handle({ ...call, body: mergeIntoPut(data, call.body), ifMatch: call.ifMatch ?? etag });
    } catch (error) {
      const isStale = error instanceof CmsError && error.code === 'PRECONDITION_FAILED';
      if (!isStale || call.ifMatch !== undefined) throw error;
      // The write that came first may still be in progress: after a turn in the queue it can be read.
      await writer.inTurn(async () => undefined);
    }
  }
}

/**
 * The body of a PUT with the same result. The PUT merges top-level keys itself and refuses null where it is not
 * allowed.
 */
function mergeIntoPut(present: unknown, patch: unknown): object {
  const [before, changes] = [present, patch].map((one) => (isPlainObject(one) ? one : {}));
  return Object.fromEntries(
    Object.entries(changes!).map(([key, value]) => [
      key,
      value === null ? null : mergePatch(Object.hasOwn(before!, key) ? before![key] : undefined, value),
    ]),
  );
}

/** The keys whose values a PUT replaces whole and a PATCH merges. */
export function keysReplacedByPut(endpoint: Endpoint): readonly string[] {
  const schema = jsonBodyOf(endpoint)?.json;
  if (endpoint.method !== 'PUT' || !schema || typeof endpoint.patch !== 'function') return [];
  const { properties = {} } = describedIn(schema) as ObjectSchema;
  return Object.entries(properties).flatMap(([key, schema]) => (allowsObject(schema) ? [key] : []));
}

function allowsObject({ type, anyOf }: Schema): boolean {
  const choices = (anyOf ?? []) as readonly Schema[];
  return [type].flat().some((one) => one === 'object' || one === 'array') || choices.some(allowsObject);
}

/** A JSON value with a JSON Merge Patch applied (RFC 7396): objects merge, null removes, all else replaces. */
export function mergePatch(target: unknown, patch: unknown): unknown {
  if (!isPlainObject(patch)) return patch;
  const merged = new Map(Object.entries(isPlainObject(target) ? target : {}));
  for (const [key, value] of Object.entries(patch)) {
    if (value === null) merged.delete(key);
    else merged.set(key, mergePatch(merged.get(key), value));
  }
  // Defines each key as an own property, also `__proto__`.
  return Object.fromEntries(merged);
}
