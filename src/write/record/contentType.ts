import type { ContentType } from '../../model/entities/contentType.ts';
import { ENTITIES, entityOf } from '../../model/entities/index.ts';
import type { EntityDef } from '../../model/entity.ts';
import type { Entry } from '../../model/entry.ts';
import { withCleanTranslations } from '../../model/record/words.ts';
import type { Records } from '../../model/records.ts';
import { type Action, allRecordsIn, type PlanContext, type RecordDraft } from '../action.ts';
import { requireUnused } from '../follow/references.ts';
import { isOutside, slugPrefixOf } from '../page/pageSlug.ts';
import { createInputReader, createProblems } from '../problems.ts';
import {
  createRecord,
  getRecord,
  type RecordTarget,
  removeRecord,
  requireRev,
  updateDraft,
  updateRecord,
} from '../records.ts';
import { noteUnknownInSchema } from '../validate/unknownFields.ts';
import { checkRecordContent } from '../validate/validate.ts';
import { inputSchemas, mergeInput, withSlug } from './input.ts';

type Json = Readonly<Record<string, unknown>>;
type SchemaKind = 'contentType' | 'blockType';

/** Bodies of types: what their files hold; a slug that is left out is made from the name. */
export const contentTypeInput = inputSchemas(entityOf('contentType'), { omit: ['migrations'], made: ['slug'] });
export const blockTypeInput = inputSchemas(entityOf('blockType'), { omit: ['migrations'], made: ['slug'] });

const readersOf = ({ create, update }: typeof contentTypeInput) => ({
  create: createInputReader(create),
  update: createInputReader(update),
});
const READERS = { contentType: readersOf(contentTypeInput), blockType: readersOf(blockTypeInput) };

/** Reads a body into a type; `before` is null for a new one. @throws CmsError VALIDATION with all its problems */
export function readTypeBody<K extends SchemaKind>(
  kind: K,
  before: Records[K] | null,
  body: Json,
  context: PlanContext,
): Records[K] {
  const problems = createProblems();
  const input = before
    ? READERS[kind].update(withCleanTranslations(body), problems)
    : withSlug(READERS[kind].create(withCleanTranslations(body), problems), problems);
  const data = mergeInput<Records[K]>(ENTITIES[kind] as EntityDef<Records[K]>, before, input);
  noteUnknownInSchema(input['fieldsSchema'], context);
  problems.throwIfAny(() => checkRecordContent(kind, data, context.lookup, { before: before ?? undefined }));
  return data;
}

/** @param body as `contentTypeInput` describes it; all its problems are reported at once */
export const createContentType = (body: Json): Action =>
  createRecord('contentType', (context) => readTypeBody('contentType', null, body, context));

/** Marks pages outside of a new `settings.slugPrefix` with `slugOverride`. */
export const updateContentType = ({ id, ifMatch }: RecordTarget, body: Json): Action => ({
  name: 'contentType.update',
  plan(context) {
    const before = getRecord(context.lookup, 'contentType', id);
    requireRev(before, ifMatch);
    const data = readTypeBody('contentType', before.data, body, context);
    return [updateDraft('contentType', before, data), ...sweepOverrides(before, data, context)];
  },
});

function sweepOverrides(before: Entry<ContentType>, data: ContentType, context: PlanContext): readonly RecordDraft[] {
  if (slugPrefixOf(data) === slugPrefixOf(before.data)) return [];
  return allRecordsIn(context)
    .find('page', 'byType', before.key)
    .filter(({ data: page }) => !page.slugOverride && isOutside(page.slug, data))
    .map((page) => ({ ...updateDraft('page', page, { ...page.data, slugOverride: true }), follows: true }));
}

/** @param body as `blockTypeInput` describes it; all its problems are reported at once */
export const createBlockType = (body: Json): Action =>
  createRecord('blockType', (context) => readTypeBody('blockType', null, body, context));
export const updateBlockType = (target: RecordTarget, body: Json): Action =>
  updateRecord('blockType', target, ({ data }, context) => readTypeBody('blockType', data, body, context));

/** Refuses to remove a type that anything mentions. */
export const removeType = (kind: SchemaKind, target: RecordTarget): Action => removeRecord(kind, target, requireUnused);
