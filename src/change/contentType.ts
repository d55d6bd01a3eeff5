import type { BlockType } from '../model/entities/blockType.ts';
import { blockType } from '../model/entities/blockType.ts';
import { type ContentType, contentType } from '../model/entities/contentType.ts';
import { entityOf } from '../model/entities/index.ts';
import type { Action } from './action.ts';
import { inputSchemas, makeSlug, mergeInput } from './input.ts';
import { createRecord, removeRecord, type Target, updateRecord } from './records.ts';
import { requireUnused } from './references.ts';

type Json = Readonly<Record<string, unknown>>;
type TypeKind = 'contentType' | 'blockType';

/** Bodies of types: what their files hold, the slug made from the name where it is left out. */
export const contentTypeInput = inputSchemas(entityOf('contentType'), { omit: [], made: ['slug'] });
export const blockTypeInput = inputSchemas(entityOf('blockType'), { omit: [], made: ['slug'] });

const withSlug = (input: Json): Json => ({ ...input, slug: input['slug'] ?? makeSlug(String(input['name'])) });

export const createContentType = (input: Json): Action =>
  createRecord('contentType', () => mergeInput<ContentType>(contentType, null, withSlug(input)));
export const updateContentType = (target: Target, input: Json): Action =>
  updateRecord('contentType', target, ({ data }) => mergeInput<ContentType>(contentType, data, input));

export const createBlockType = (input: Json): Action =>
  createRecord('blockType', () => mergeInput<BlockType>(blockType, null, withSlug(input)));
export const updateBlockType = (target: Target, input: Json): Action =>
  updateRecord('blockType', target, ({ data }) => mergeInput<BlockType>(blockType, data, input));

/** Refused while anything mentions the type. */
export const removeType = (kind: TypeKind, target: Target): Action =>
  removeRecord(kind, target, (before, { lookup }) => requireUnused(lookup, before));
