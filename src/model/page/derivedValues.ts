import { sameJson } from '../../lib/json/sameJson.ts';
import type { Page } from '../entities/page.ts';
import type { SiteCode } from '../entry.ts';
import type { FieldsSchema } from '../fields/field.ts';
import { type FieldSet, toFieldSet } from '../fields/fieldSet.ts';
import { fitGroup } from '../fields/fittedValues.ts';
import type { CodeResult } from '../fields/kind.ts';
import { readFields } from '../fields/readFields.ts';
import { type FieldValues, isMapping, isMissing, ownValue } from '../fields/values.ts';

/** A page with its id, which is 0 for one that is not written yet. */
export interface IdentifiedPage {
  readonly id: number;
  readonly data: Page;
}

/** How fields of the pages of a type are derived from their other values. Pure; never throws. */
export interface Derivation {
  /** The fields that hold derived values. */
  readonly names: ReadonlySet<string>;
  /** The value of each; undefined for none. */
  derive(page: IdentifiedPage): ReadonlyMap<string, CodeResult<unknown>>;
}

/** The derived fields of the pages of each type. */
export interface DerivedFields {
  of(type: string): Derivation | null;
  readonly isEmpty: boolean;
}

declare module '../entry.ts' {
  interface SiteCode {
    readonly derived: DerivedFields;
  }
}

/** A derived value that a page should hold. */
export interface DerivedValue {
  readonly name: string;
  /** Undefined for none. */
  readonly result: CodeResult<unknown>;
}

interface DeriveScope {
  readonly code: SiteCode;
  /** That of the page's type. */
  readonly schema: FieldsSchema | undefined;
}

/** The derived values of a page, as far as its type has the fields; a value that its field cannot hold is a failure. */
export function derivedValues(page: IdentifiedPage, { code, schema }: DeriveScope): readonly DerivedValue[] {
  const derivation = code.derived.of(page.data.type);
  if (derivation === null || schema === undefined) return NOTHING_DERIVED;
  const group = toFieldSet(readFields(schema), code.kinds);
  return [...derivation.derive(page)]
    .filter(([name]) => group.byName.has(name))
    .map(([name, result]) => ({ name, result: fitResult(name, result, group) }));
}

const NOTHING_DERIVED: readonly DerivedValue[] = Object.freeze([]);

function fitResult(name: string, result: CodeResult<unknown>, group: FieldSet): CodeResult<unknown> {
  if ('failure' in result || isMissing(result.value)) return result;
  const values = { [name]: result.value };
  return sameJson(fitGroup(group, values), values) ? result : { failure: 'has returned what its field cannot hold' };
}

/**
 * The page with its derived values, whatever it holds in their place; the same page if it holds them already.
 *
 * @param before the values to keep where deriving fails
 */
export function withDerivedValues(page: IdentifiedPage, before: FieldValues | undefined, scope: DeriveScope): Page {
  const { data } = page;
  const fields: Record<string, unknown> = { ...data.fields };
  for (const { name, result } of derivedValues(page, scope)) {
    const value = 'failure' in result ? ownValue(before ?? {}, name) : result.value;
    if (isMissing(value)) delete fields[name];
    else fields[name] = value;
  }
  return sameJson(fields, data.fields) ? data : { ...data, fields };
}

/** The fields of a file with the derived values of these names. */
export function replaceDerived(given: unknown, names: ReadonlySet<string>, derived: FieldValues): FieldValues {
  const fields: Record<string, unknown> = isMapping(given) ? { ...given } : {};
  for (const name of names) {
    if (Object.hasOwn(derived, name)) fields[name] = derived[name];
    else delete fields[name];
  }
  return fields;
}
