import { BUILT_IN_CODE, KINDS_BY_TYPE } from '../../fields/kinds.ts';
import type { SiteCode } from '../../model/entry.ts';
import { createFieldKinds } from '../../model/fields/fieldSet.ts';
import type { FieldKind } from '../../model/fields/kind.ts';
import { createFieldRule } from '../../model/rules/fieldRule.ts';
import { createRuleSource, type RecordRule, type RuleSource } from '../../model/rules/recordRule.ts';
import type { ExtensionDefinition } from '../extension.ts';
import { createDerived } from './createDerived.ts';
import { createKind, type NamedField } from './createKind.ts';
import { createRule, isAbout, type RuleParts } from './createRule.ts';
import type { Guard } from './guard.ts';

/** Makes what a site's records are judged and shown by from its extensions; the built-in code if they add none. */
export function createSiteCode(extensions: readonly ExtensionDefinition[], guard: Guard): SiteCode {
  const kinds = extensions
    .flatMap(listFields)
    .map((one) => [one.name, createKind(one, KINDS_BY_TYPE[one.definition.base], guard)] as const);
  const derived = createDerived(extensions, guard);
  const rulesOf = findRules(extensions, kinds, guard);
  if (kinds.length === 0 && derived.isEmpty && rulesOf === undefined) return BUILT_IN_CODE;
  return Object.freeze({
    derived,
    kinds: createFieldKinds(new Map([...BUILT_IN_CODE.kinds.byType, ...kinds]), BUILT_IN_CODE.kinds.unknown),
    rules: createRuleSource(rulesOf),
  });
}

/** The kinds of fields that an extension adds. */
export const listFields = ({ name: extension, fields = {} }: ExtensionDefinition): readonly NamedField[] =>
  Object.entries(fields).map(([name, definition]) => ({ extension, name, definition }));

/** The rules of extensions, and those that their kinds of fields bring. */
function findRules(
  extensions: readonly ExtensionDefinition[],
  kinds: readonly (readonly [string, FieldKind])[],
  guard: Guard,
): RuleSource['rulesOf'] | undefined {
  const ofFields = kinds.flatMap(([, { added }]) => (added?.check ? createFieldRule(added) : []));
  const parts: RuleParts = { guard, records: new WeakMap() };
  const own = extensions.flatMap(({ name: extension, rules = [] }) =>
    rules.map((definition) => ({ definition, rule: createRule({ extension, definition }, parts) })),
  );
  if (ofFields.length === 0 && own.length === 0) return undefined;
  const ofTypes = {
    contentType: new Map<string, readonly RecordRule[]>(),
    blockType: new Map<string, readonly RecordRule[]>(),
  };
  return (kind, slug) => {
    const known = ofTypes[kind].get(slug);
    if (known) return known;
    const about = own.filter(({ definition }) => isAbout(definition, kind, slug)).map(({ rule }) => rule);
    const found = [...about, ...ofFields];
    ofTypes[kind].set(slug, found);
    return found;
  };
}
