import {
  blockTypeInput,
  contentTypeInput,
  createBlockType,
  createContentType,
  removeType,
  updateBlockType,
  updateContentType,
} from '../../change/contentType.ts';
import { showBlockType, showContentType } from '../../view/admin/records.ts';
import { type CrudDeps, crudEndpoints } from '../crud.ts';
import type { Endpoint } from '../endpoint.ts';

/** Content types and block types. */
export const typeEndpoints = (deps: CrudDeps): Endpoint[] => [
  ...crudEndpoints(
    {
      kind: 'contentType',
      ...contentTypeInput,
      show: showContentType,
      creates: (body) => ({ action: createContentType(body) }),
      updates: updateContentType,
      removes: (target) => removeType('contentType', target),
    },
    deps,
  ),
  ...crudEndpoints(
    {
      kind: 'blockType',
      ...blockTypeInput,
      show: showBlockType,
      creates: (body) => ({ action: createBlockType(body) }),
      updates: updateBlockType,
      removes: (target) => removeType('blockType', target),
    },
    deps,
  ),
];
