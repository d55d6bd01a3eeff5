import { deepFreeze } from '../../lib/json/deepFreeze.ts';
import { sameJson } from '../../lib/json/sameJson.ts';
import type { Field } from '../../model/fields/field.ts';
import type { AddedCode, FieldKind } from '../../model/fields/kind.ts';
import type { FieldDefinition } from '../field.ts';
import type { Guard } from './guard.ts';
import { readJson, readProblems, readSummary } from './readResult.ts';

/** A kind of field of an extension. */
export interface NamedField {
  readonly extension: string;
  /** The type that fields of this kind have. */
  readonly name: string;
  readonly definition: FieldDefinition;
}

/** Makes the kind: what its base kind does, with the extension's own code on top. */
export function createKind(named: NamedField, base: FieldKind, guard: Guard): FieldKind {
  const { fields, settings, type } = named.definition;
  return {
    ...base,
    ...((fields || settings) && { preset: { ...(fields && { fields }), ...(settings && { settings }) } }),
    ...(type !== undefined && { writeType: () => type }),
    added: addCode(named, base, guard),
  };
}

function addCode({ extension, name, definition }: NamedField, base: FieldKind, guard: Guard): AddedCode {
  const partOf = (work: string) => ({ extension, part: `field ${name}: ${work}` });
  const { check, toPublic, summary, merge } = definition;
  return {
    id: `${extension}/${name}`,
    ...(check && {
      check: (value, field) => guard.run(partOf('check'), () => check(deepFreeze(value), field), readProblems),
    }),
    ...(toPublic && {
      toPublic: (value, field) =>
        guard.runInRequest(partOf('toPublic'), () => toPublic(deepFreeze(value), field), readJson),
    }),
    ...(summary && {
      summarize: (value) => guard.runInRequest(partOf('summary'), () => summary(deepFreeze(value)), readSummary),
    }),
    ...(merge && {
      merge({ base: before, ours, theirs }, field) {
        const versions = deepFreeze([before ?? undefined, ours, theirs]);
        const call = (): unknown => mergeAlike(merge, versions);
        return guard.run(partOf('merge'), call, (merged) => readMerged(merged, base, field));
      },
    }),
  };
}

type MergeValues = NonNullable<FieldDefinition['merge']>;

/** All servers have to merge alike, whichever side is theirs. */
function mergeAlike(merge: MergeValues, [before, ours, theirs]: readonly unknown[]): unknown {
  const merged = merge(before, ours, theirs);
  if (!sameJson(merged, merge(before, theirs, ours))) throw new Error('has merged differently with the sides swapped');
  return merged;
}

/** @throws Error for a value that the base kind would not store */
function readMerged(merged: unknown, base: FieldKind, field: Field): unknown {
  if (merged === undefined) return undefined;
  const value = readJson(merged);
  if (base.fit && !sameJson(base.fit(value, field), value)) throw new Error('has returned what its base cannot hold');
  return value;
}
