import type { Lookup } from '../../entry.ts';
import type { Detail } from '../../errors.ts';
import { because } from '../../reason.ts';
import type { Field, FieldType } from '../field.ts';
import type { FieldKind, FieldScope, LookupScope, StoredValue } from '../kind.ts';
import { NO_PROBLEMS, problem } from '../problem.ts';
import { isBounded } from './bounds.ts';
import { byTitle } from './sortings.ts';
import { PAGE_TARGET, type PointerTarget, wireId } from './target.ts';
import { writePagePointerType } from './typeTexts.ts';

/**
 * Translates a wire value for files: an id becomes the key of its record. A key is accepted too (digits are always an id);
 * any other value is passed on for `check` to report.
 */
export function storePointer(value: unknown, target: PointerTarget, { lookup }: LookupScope): StoredValue {
  const id = wireId(value);
  if (id === undefined) return storeKey(value, target, lookup);
  const key = target.keyOf(id, lookup);
  return key === undefined ? missingTarget(value) : sound(key);
}

function storeKey(value: unknown, target: PointerTarget, lookup: Lookup): StoredValue {
  if (typeof value !== 'string' || !target.isKey(value)) return sound(value);
  return target.idOf(value, lookup) === undefined ? missingTarget(value) : sound(value);
}

const sound = (value: unknown): StoredValue => ({ value, details: NO_PROBLEMS });
const missingTarget = (value: unknown): StoredValue => ({
  value: wireId(value) ?? value,
  details: problem(because('gone', 'does not exist', {})),
});

/**
 * The id for a stored key; null if nothing has that key. An id that people have written into a file or a default is shown
 * as long as something has it.
 */
export function showPointer(value: unknown, target: PointerTarget, { lookup }: LookupScope): unknown {
  if (typeof value === 'number') return target.keyOf(value, lookup) === undefined ? null : value;
  return typeof value === 'string' ? (target.idOf(value, lookup) ?? null) : value;
}

interface PointerOptions extends Pick<FieldKind, 'writeType' | 'sorting'> {
  /** The problems of what a key points at. */
  readonly rule?: (key: string, field: Field, scope: FieldScope) => readonly Detail[];
}

/**
 * A kind whose values point at a record. `check` tests the form of the key, and applies `rule` to its target. A target
 * that is gone is not a problem of the value (it is reported as a dangling reference of the record): deleting a media item
 * must not make the pages that show it unsaveable.
 */
export const pointerKind = (
  type: FieldType,
  target: PointerTarget,
  { rule = () => NO_PROBLEMS, ...shown }: PointerOptions,
): FieldKind => ({
  ...shown,
  type,
  check(value, field, scope) {
    if (typeof value === 'string' && target.isKey(value))
      return isBounded(scope) ? rule(value, field, scope) : NO_PROBLEMS;
    // An id that a draft was given although nothing has it: files hold keys.
    if (typeof value === 'number' && wireId(value) !== undefined && !isBounded(scope)) return NO_PROBLEMS;
    return problem(`must be the id of ${target.noun}`);
  },
  fit: (value) =>
    Number.isSafeInteger(value) || (typeof value === 'string' && target.isKey(value)) ? value : undefined,
  toStored: (value, _field, scope) => storePointer(value, target, scope),
  toWire: (value, _field, scope) => showPointer(value, target, scope),
  references: (value) =>
    typeof value === 'string' && target.isKey(value) ? [{ kind: target.kind, key: value, path: [] }] : [],
});

const allowedPageTypes = ({ settings }: Field): readonly unknown[] => {
  const types = settings?.['types'];
  return Array.isArray(types) ? types : [];
};

/** `settings.types` limits the content types of the page; without it any type is allowed. */
function checkPageType(key: string, field: Field, { lookup }: FieldScope): readonly Detail[] {
  const types = allowedPageTypes(field);
  const page = lookup.byKey('page', key);
  if (types.length === 0 || page === undefined || types.includes(page.data.type)) return NO_PROBLEMS;
  return problem(`must be a page of type ${types.join(' or ')}`);
}

/** A kind whose values point at a page. */
export const pagePointerKind = (type: FieldType, idType: string): FieldKind =>
  pointerKind(type, PAGE_TARGET, {
    rule: checkPageType,
    writeType: writePagePointerType(idType),
    sorting: byTitle(PAGE_TARGET, 'page'),
  });
