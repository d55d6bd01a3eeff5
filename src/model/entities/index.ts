import { FEATURE_ENTITIES } from '../../features/lists/entities.ts';
import type { EntityDef } from '../entity.ts';
import type { Kind, Records } from '../records.ts';
import { apiKey } from './apiKey.ts';
import { block } from './block.ts';
import { blockType } from './blockType.ts';
import { contentType } from './contentType.ts';
import { invitation } from './invitation.ts';
import { media } from './media.ts';
import { menu } from './menu.ts';
import { page } from './page.ts';
import { role } from './role.ts';
import { settings } from './settings.ts';
import { taxonomy } from './taxonomy.ts';
import { user } from './user.ts';

type Entities = { readonly [K in Kind]: EntityDef<Records[K]> };

const DECLARED: Entities = {
  settings,
  contentType,
  blockType,
  taxonomy,
  media,
  block,
  page,
  menu,
  role,
  user,
  invitation,
  apiKey,
  ...FEATURE_ENTITIES,
};
const rowsOf = (home: EntityDef<unknown>['home']) =>
  Object.entries(DECLARED).filter(([, entity]) => entity.home === home);

/** Every kind of record, each before the kinds that refer to it: first those of the content. */
export const ENTITIES = Object.fromEntries([...rowsOf('content'), ...rowsOf('private')]) as Entities;
export const KINDS = Object.keys(ENTITIES) as readonly Kind[];

/** The kinds that live in the content. */
export const CONTENT_KINDS = KINDS.filter((kind) => ENTITIES[kind].home === 'content');

export const isKind = (name: string): name is Kind => Object.hasOwn(ENTITIES, name);

/**
 * The declaration of a kind known only at run time. This is the one seam where entities of all kinds meet: callers of its
 * methods must pass data of the same kind, which the type cannot express.
 */
export const entityOf = (kind: Kind): EntityDef<unknown> => ENTITIES[kind] as unknown as EntityDef<unknown>;
