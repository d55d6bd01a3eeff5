import type { Writer } from '../../change/write/writer.ts';
import { isPlainObject } from '../../lib/json/isPlainObject.ts';
import { CmsError } from '../../model/errors.ts';
import { describedIn, type ObjectSchema, type Schema } from '../../model/schema/schema.ts';
import { type Answer, type Call, defineEndpoint, type Endpoint, type VersionFor } from '../endpoint.ts';

/** What a PATCH may hold (RFC 7396), in the order in which answers name it. */
export const PATCH_TYPES = ['application/merge-patch+json', 'application/json'] as const;

/** The endpoints, each PUT that says how it is patched followed by its PATCH. */
export const withPatches = (endpoints: readonly Endpoint[], writer: Pick<Writer, 'inTurn'>): readonly Endpoint[] =>
  endpoints.flatMap((one) => (one.patch === undefined ? [one] : [one, toPatch(one, one.patch, writer)]));

type Patch = NonNullable<Endpoint['patch']>;

/** A JSON Merge Patch of the record: what it comes to is written by the PUT. */
const toPatch = (put: Endpoint, patch: Patch, writer: Pick<Writer, 'inTurn'>): Endpoint =>
  defineEndpoint({
    ...put,
    method: 'PATCH',
    summary: `${put.summary}, in part`,
    bodyTypes: PATCH_TYPES,
    handle: patch === 'asPut' ? put.handle : (call) => patchRecord({ put, read: patch, writer }, call),
  });

interface Patching {
  readonly put: Endpoint;
  readonly read: Exclude<Patch, 'asPut'>;
  readonly writer: Pick<Writer, 'inTurn'>;
}

/**
 * Merges onto the record as it is when it is written: where somebody else was quicker, again, unless the caller minds. What
 * says which version it was made from is merged onto that, and that is the PUT's.
 */
async function patchRecord({ put, read, writer }: Patching, call: Call): Promise<Answer> {
  const { lateSave } = call.actor ?? {};
  const versionFor: VersionFor = async (present) => (lateSave ? lateSave.baseOf(present) : present);
  for (;;) {
    const { data, etag } = await read(call, versionFor);
    try {
      return await put.handle({ ...call, body: merge(data, call.body), ifMatch: call.ifMatch ?? etag });
    } catch (error) {
      const isStale = error instanceof CmsError && error.code === 'PRECONDITION_FAILED';
      if (!isStale || call.ifMatch !== undefined) throw error;
      // What came first is perhaps still being published; it is what can be read then.
      await writer.inTurn(async () => undefined);
    }
  }
}

/** The body of a PUT that comes to the same: it merges the record's own keys itself, and says which cannot be null. */
function merge(present: unknown, patch: unknown): object {
  const [before, changes] = [present, patch].map((one) => (isPlainObject(one) ? one : {}));
  return Object.fromEntries(
    Object.entries(changes!).map(([key, value]) => [
      key,
      value === null ? null : mergePatch(Object.hasOwn(before!, key) ? before![key] : undefined, value),
    ]),
  );
}

/** The keys whose values a PUT replaces whole, where a PATCH merges them. */
export function replacedBy({ method, patch, body }: Endpoint): readonly string[] {
  if (method !== 'PUT' || !body || typeof patch !== 'function') return [];
  const { properties = {} } = describedIn(body) as ObjectSchema;
  return Object.entries(properties).flatMap(([key, schema]) => (holdsObject(schema) ? [key] : []));
}

function holdsObject({ type, anyOf }: Schema): boolean {
  const choices = (anyOf ?? []) as readonly Schema[];
  return [type].flat().some((one) => one === 'object' || one === 'array') || choices.some(holdsObject);
}

/** A JSON value with a JSON Merge Patch applied (RFC 7396): objects merge, null removes, all else replaces. */
export function mergePatch(target: unknown, patch: unknown): unknown {
  if (!isPlainObject(patch)) return patch;
  const merged = new Map(Object.entries(isPlainObject(target) ? target : {}));
  for (const [key, value] of Object.entries(patch)) {
    if (value === null) merged.delete(key);
    else merged.set(key, mergePatch(merged.get(key), value));
  }
  // Defines each key as the object's own, `__proto__` too.
  return Object.fromEntries(merged);
}
