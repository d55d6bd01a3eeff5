import { ROLES } from '../../model/access.ts';
import { CONTENT_KINDS } from '../../model/entities/index.ts';
import { roleSchema } from '../../model/entities/role.ts';
import { RIGHT_REACHES, RIGHTS, ROLE_BASES } from '../../model/rights/rights.ts';
import { choice, namedSchema, object, type Schema } from '../../model/schema/schema.ts';
import { booleanShape, idShape, integerShape, orNull, stringShape, timeShape } from './values.ts';

const { allow, deny } = roleSchema.properties as Record<'allow' | 'deny', (typeof roleSchema.properties)[string]>;

/** A role: one of the three of every site, one of the configuration, or one that admins have made. */
export const ROLE = namedSchema(
  'Role',
  object({
    /** Null where nothing can be changed. */
    id: orNull(idShape),
    key: stringShape,
    name: stringShape,
    /** Null for the three of every site. */
    extends: orNull(choice(...ROLE_BASES)),
    /** What it begins with, as rules. */
    ...{ base: allow, allow, deny },
    ...{ isBuiltIn: booleanShape, isFromConfig: booleanShape },
    /** How many users and keys have it. */
    usedBy: integerShape,
    createdAt: orNull(timeShape),
  }),
);

const reach = object(Object.fromEntries(RIGHTS.map((right) => [right, choice(...RIGHT_REACHES)])) as ReachByRight);
type ReachByRight = { readonly [R in (typeof RIGHTS)[number]]: Schema<(typeof RIGHT_REACHES)[number]> };
type ReachesByKind = { readonly [K in (typeof CONTENT_KINDS)[number]]: typeof reach };

/**
 * What a caller may do. `level` is the built-in role whose endpoints one may call where they are about no kind of content.
 * `kinds` says for each kind of content and each right whether it goes for all records, some, or none. `rules` are what
 * `sometimes` depends on: deny wins over allow, which adds to what the role extends (`base`); null for the three of every
 * site.
 */
export const CALLER_RIGHTS = namedSchema(
  'CallerRights',
  object({
    level: choice(...ROLES),
    kinds: object(Object.fromEntries(CONTENT_KINDS.map((kind) => [kind, reach])) as ReachesByKind),
    rules: orNull(object({ extends: choice(...ROLE_BASES), base: allow, allow, deny })),
  }),
);
