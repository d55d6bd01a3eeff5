import { ROLES } from '../access.ts';
import { defineEntity } from '../entity.ts';
import { RIGHTS, ROLE_BASES } from '../rights/rights.ts';
import {
  choice,
  flag,
  type Infer,
  label,
  list,
  type ObjectSchema,
  object,
  text,
  withDefault,
} from '../schema/schema.ts';

/** What users and keys name a role of one's own by: no name of a built-in one. */
const keySchema = text({
  ...{ minLength: 1, maxLength: 50 },
  pattern: `^(?!(?:${[...ROLES, 'none'].join('|')})$)[a-z0-9]+(-[a-z0-9]+)*$`,
  errorMessage: 'must be lower case letters, digits and "-", and not the name of a built-in role',
});

const names = (keywords: Readonly<Record<string, unknown>> = {}) =>
  list(text({ minLength: 1, maxLength: 200, ...keywords }), { minItems: 1, maxItems: 200 });

/** Segments; of `**` there are at most three, so that a test takes no time. */
const pattern = { pattern: '^(?!(?:.*\\*\\*){4})(?!/)(?!.*//)(?!.*/$)[^\\\\]+$' };

/** The same object, which is refused for names that it does not know: a right that is misspelt must not be left out. */
const strict = <T>(schema: ObjectSchema<T>, others: readonly string[] = []): ObjectSchema<T> => ({
  ...schema,
  propertyNames: { enum: [...Object.keys(schema.properties), ...others] },
});

const rule = strict(
  object(
    { do: list(choice(...RIGHTS), { minItems: 1, maxItems: RIGHTS.length }) },
    {
      /** Kinds of content; `findRoleMistakes` knows them. */
      on: names(),
      ...{ types: names(), locales: names(), paths: names(pattern), folders: names(pattern), fields: names() },
      own: flag(),
    },
  ),
);
const rules = withDefault(list(rule, { maxItems: 200 }), []);

export const roleSchema = strict(
  object({
    key: keySchema,
    name: label(200),
    extends: withDefault(choice(...ROLE_BASES), 'none'),
    allow: rules,
    deny: rules,
  }),
  ['id', 'createdAt', 'updatedAt'],
);
export type RoleRecord = Infer<typeof roleSchema>;

declare module '../records.ts' {
  interface Records {
    role: RoleRecord;
  }
}

/** A role of one's own: what is allowed on which records. */
export const role = defineEntity({
  name: 'role',
  plural: 'roles',
  file: 'roles/{key}',
  home: 'private',
  schema: roleSchema,
  order: ['id', 'name', 'extends', 'allow', 'deny', 'createdAt', 'updatedAt'],
  counter: 'role',
  indexes: {},
  access: { read: 'viewer', create: 'admin', update: 'admin', remove: 'admin' },
  title: (data) => data.name,
});
