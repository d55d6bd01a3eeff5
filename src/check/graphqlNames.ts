import type { Entry } from '../model/entry.ts';
import { readFields } from '../model/fields/readFields.ts';
import { nameContentTypes, nameFields, RESERVED_FIELDS } from '../model/page/graphqlNames.ts';
import type { Records } from '../model/records.ts';
import { type CheckRule, finding } from './rule.ts';

/** Reports types and fields that GraphQL calls otherwise than their names suggest. A type called `page` is usual. */
export const graphqlNameRule: CheckRule = ({ entry, lookup }) => {
  if (entry.kind !== 'contentType' && entry.kind !== 'blockType') return [];
  // The kind says whose record it is.
  const { data, key } = entry as Entry<Records['contentType' | 'blockType']>;
  const slugs = Array.from(lookup.all('contentType'), (one) => one.key);
  const type = entry.kind === 'contentType' && key !== 'page' ? nameContentTypes(slugs).get(key) : undefined;
  const fields = nameFields(
    readFields(data.fieldsSchema).map(({ name }) => name),
    RESERVED_FIELDS[entry.kind],
  );
  return [
    ...(type?.reason
      ? [finding(entry, 'warning', 'GRAPHQL_NAME', `is called ${type.type} in GraphQL, because ${type.reason}`, [])]
      : []),
    ...[...fields]
      .filter(([name, named]) => named !== name && /(?:Field|\d)$/.test(named))
      .map(([name, named]) =>
        finding(entry, 'warning', 'GRAPHQL_NAME', `the field "${name}" is called ${named} in GraphQL`, []),
      ),
  ];
};
