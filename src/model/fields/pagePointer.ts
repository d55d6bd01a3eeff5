import type { Detail } from '../errors.ts';
import type { Field, FieldType } from './field.ts';
import type { FieldKind, FieldScope } from './kind.ts';
import { pointerKind } from './pointer.ts';
import { NO_PROBLEMS, problem } from './problem.ts';
import { PAGE } from './target.ts';

const typesOf = ({ settings }: Field): readonly unknown[] => {
  const types = settings?.['types'];
  return Array.isArray(types) ? types : [];
};

/** `settings.types` names the content types that the page may be of; without it any. */
function checkType(key: string, field: Field, { lookup }: FieldScope): readonly Detail[] {
  const types = typesOf(field);
  const page = lookup.byKey('page', key);
  if (types.length === 0 || page === undefined || types.includes(page.data.type)) return NO_PROBLEMS;
  return problem(`must be a page of type ${types.join(' or ')}`);
}

/** A kind whose values point at a page. */
export const pagePointerKind = (type: FieldType): FieldKind => pointerKind(type, PAGE, checkType);
