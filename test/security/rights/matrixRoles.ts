import type { RoleRights } from '../../../src/model/rights/rights.ts';

/** Roles of one's own, as sites have them. */
export const MATRIX_ROLES = {
  'a translator': {
    extends: 'viewer',
    allow: [
      { do: ['create', 'update', 'publish'], on: ['page'], locales: ['fr'], types: ['article'], paths: ['blog/**'] },
      { do: ['update'], on: ['page'], locales: ['en'], fields: ['title', 'summary', 'seo'], own: true },
      { do: ['create', 'update'], on: ['media'], folders: ['press/**'] },
      { do: ['review'], types: ['article'] },
    ],
    deny: [{ do: ['delete'], on: ['page'] }],
  },
  'an editor who publishes nothing': { extends: 'editor', allow: [], deny: [{ do: ['publish'] }] },
  'an editor without secrets': {
    extends: 'editor',
    allow: [],
    deny: [
      { do: ['read', 'create', 'update', 'publish', 'delete', 'restore'], types: ['secret'] },
      { do: ['read', 'create', 'update', 'publish', 'delete', 'restore'], on: ['media'], folders: ['inside/**'] },
    ],
  },
  'a reader of news': { extends: 'none', allow: [{ do: ['read'], on: ['page'], types: ['article'] }], deny: [] },
  'who keeps redirects': {
    extends: 'viewer',
    allow: [{ do: ['create', 'update', 'publish', 'delete'], on: ['redirect'] }],
    deny: [],
  },
} as const satisfies Readonly<Record<string, RoleRights>>;
export type MatrixRole = keyof typeof MATRIX_ROLES;
