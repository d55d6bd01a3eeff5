import { isDeepStrictEqual } from 'node:util';
import { runSteps } from '../../../lib/turn/runSteps.ts';
import type { ContentType } from '../../../model/entities/contentType.ts';
import { entityOf } from '../../../model/entities/index.ts';
import { isPageChange } from '../../../model/entities/page.ts';
import type { EntryChange } from '../../../model/entry.ts';
import type { Schema } from '../../../model/schema/schema.ts';
import { showBlockType, showContentType, withReadFields } from '../../../view/admin/records.ts';
import {
  ADMIN_BLOCK_TYPE,
  ADMIN_CONTENT_TYPE,
  CONTENT_TYPE_EFFECTS,
  TYPE_EFFECTS,
  TYPE_FORESEEN,
} from '../../../view/shapes/types.ts';
import type { Action, WriteResult } from '../../../write/action.ts';
import { foreseeType } from '../../../write/foreseeType.ts';
import { slugPrefixOf } from '../../../write/page/pageSlug.ts';
import { describedBy } from '../../../write/problems.ts';
import {
  blockTypeInput,
  contentTypeInput,
  createBlockType,
  createContentType,
  removeType,
  updateBlockType,
  updateContentType,
} from '../../../write/record/contentType.ts';
import { kindLabel, type RecordTarget } from '../../../write/records.ts';
import { findViolations } from '../../../write/validate/findViolations.ts';
import { defineEndpoint, type Endpoint } from '../../endpoint.ts';
import { dataResult } from '../../result.ts';
import { type CrudDeps, crudEndpoints } from '../crud.ts';

type Json = Readonly<Record<string, unknown>>;

/** Content types and block types. */
export const typeEndpoints = (deps: CrudDeps): Endpoint[] => [
  ...crudEndpoints(
    {
      kind: 'contentType',
      shapes: { item: ADMIN_CONTENT_TYPE },
      effectShape: CONTENT_TYPE_EFFECTS,
      create: describedBy(contentTypeInput.create),
      update: describedBy(contentTypeInput.update),
      show: withReadFields(showContentType),
      creates: (body) => ({ action: createContentType(body) }),
      updates: updateContentType,
      removes: (target) => removeType('contentType', target),
      effects: (written) => ({ ...sweptOverrides(written), ...violations(written, deps) }),
    },
    deps,
  ),
  ...crudEndpoints(
    {
      kind: 'blockType',
      shapes: { item: ADMIN_BLOCK_TYPE },
      effectShape: TYPE_EFFECTS,
      create: describedBy(blockTypeInput.create),
      update: describedBy(blockTypeInput.update),
      show: withReadFields(showBlockType),
      creates: (body) => ({ action: createBlockType(body) }),
      updates: updateBlockType,
      removes: (target) => removeType('blockType', target),
      effects: (written) => violations(written, deps),
    },
    deps,
  ),
  foreseeing('contentType', { body: describedBy(contentTypeInput.update), updates: updateContentType }, deps),
  foreseeing('blockType', { body: describedBy(blockTypeInput.update), updates: updateBlockType }, deps),
];

interface Foreseeing {
  readonly body: Schema<Json>;
  readonly updates: (target: RecordTarget, body: Json) => Action;
}

/** The endpoint that says what a PUT with the same body would do to other records. */
function foreseeing(kind: 'contentType' | 'blockType', { body, updates }: Foreseeing, deps: CrudDeps): Endpoint {
  const { plural, access } = entityOf(kind);
  return defineEndpoint({
    method: 'POST',
    path: `/api/admin/${plural}/:id/check`,
    summary: `Check what a change to a ${kindLabel(kind).toLowerCase()} would do to published content, without making it`,
    ...{ access: access.update, kind },
    changes: 'own',
    result: dataResult(TYPE_FORESEEN),
    body,
    async handle({ params, body, actor }) {
      const action = updates({ id: Number(params['id']) }, body);
      const nextId = () => Number.MAX_SAFE_INTEGER;
      const foreseen = await foreseeType(action, { lookup: deps.lookup, now: deps.clock(), actor, nextId });
      const { sweptOverrides: swept = 0 } = sweptOverrides(foreseen);
      return {
        data: {
          problems: foreseen.violations,
          unknownFields: foreseen.unknown,
          sweptOverrides: swept,
          failing: foreseen.failing,
        },
      };
    },
  });
}

/** How many pages do not match a new `settings.slugPrefix`; nothing if the prefix stays the same or is removed. */
function sweptOverrides({ changes }: Pick<WriteResult, 'changes'>): { sweptOverrides?: number } {
  // A change of this kind holds content types.
  const { before, after } = changes.find(({ kind }) => kind === 'contentType') ?? {};
  const [was, is] = [before, after].map((entry) => slugPrefixOf((entry?.data ?? {}) as Partial<ContentType>));
  if (is === '' || is === was) return {};
  const swept = changes
    .filter(isPageChange)
    .filter((change) => change.after?.data.slugOverride && !change.before?.data.slugOverride);
  return { sweptOverrides: swept.length };
}

/** The values of published content that a changed schema does not allow. */
function violations(
  { changes, entries: [entry] }: WriteResult,
  { lookup, clock }: CrudDeps,
): { problems?: readonly object[] } {
  const change = changes.find(({ kind, after }) => kind === entry?.kind && after?.id === entry.id);
  if (!entry || !change || !changesSchema(change)) return {};
  const problems = runSteps(findViolations({ lookup, now: clock() }, entry));
  return problems.length === 0 ? {} : { problems };
}

// Both kinds of type have fields and rules; only content types have regions.
const readTypeRules = (data: unknown): readonly unknown[] => [
  (data as ContentType | undefined)?.fieldsSchema,
  (data as ContentType | undefined)?.rules,
  (data as Partial<ContentType> | undefined)?.regions,
];
const changesSchema = ({ before, after }: EntryChange): boolean =>
  !isDeepStrictEqual(readTypeRules(before?.data), readTypeRules(after?.data));
