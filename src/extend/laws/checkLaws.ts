import { findInStore } from '../../check/findings.ts';
import type { SiteCode } from '../../model/entry.ts';
import type { Field } from '../../model/fields/field.ts';
import { openCheckedFolder } from '../../site/folder/checkFolder.ts';
import type { ExtensionDefinition } from '../extension.ts';
import type { FieldDefinition } from '../field.ts';
import { createSiteCode } from '../judge/createSiteCode.ts';
import { createLawGuard, type LawReport } from './lawGuard.ts';

/** A value that the content holds in a field of a kind. */
interface SampleValue {
  readonly value: unknown;
  readonly field: Field;
}

/** Merges are tried for all three of these many values: more tell nothing new. */
const MAX_MERGED = 12;

interface ContentFiles {
  readonly root: string;
  readonly cacheFile: string;
}

/**
 * Judges, shows and merges the content of a site with the code of an extension, every function twice: it has to give the
 * same again, in time, whichever side of a merge is whose.
 */
export async function checkLaws(
  extension: ExtensionDefinition,
  { root, cacheFile }: ContentFiles,
): Promise<readonly LawReport[]> {
  const samples = new Map<string, SampleValue[]>();
  const guard = createLawGuard();
  const code = createSiteCode([withSamples(extension, samples)], guard);
  const { store, read } = await openCheckedFolder({ root, cacheFile, code });
  findInStore(store, { media: null, read, now: new Date() });
  for (const [name, values] of samples) tryKind(code, name, values);
  return guard.reports();
}

/** Notes the values that kinds of fields check. */
function withSamples(extension: ExtensionDefinition, samples: Map<string, SampleValue[]>): ExtensionDefinition {
  const fields = Object.entries(extension.fields ?? {}).map(([name, definition]) => {
    const own: SampleValue[] = [];
    samples.set(name, own);
    const check: FieldDefinition['check'] = (value, field) => {
      if (own.at(-1)?.value !== value) own.push({ value, field });
      return definition.check?.(value, field) ?? [];
    };
    return [name, { ...definition, check }] as const;
  });
  return { ...extension, fields: Object.fromEntries(fields) };
}

function tryKind({ kinds }: SiteCode, name: string, samples: readonly SampleValue[]): void {
  const added = kinds.byType.get(name)?.added;
  for (const { value, field } of samples) {
    added?.toPublic?.(value, field);
    added?.summarize?.(value);
  }
  const few = samples.slice(0, MAX_MERGED);
  for (const { value: base, field } of few)
    for (const { value: ours } of few)
      for (const { value: theirs } of few) {
        added?.merge?.({ base, ours, theirs }, field);
        added?.merge?.({ base: undefined, ours, theirs }, field);
      }
}
