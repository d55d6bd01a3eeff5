import { BUILT_IN_CODE, KINDS_BY_TYPE } from '../../fields/kinds.ts';
import type { SiteCode } from '../../model/entry.ts';
import { createFieldKinds } from '../../model/fields/fieldSet.ts';
import { createFieldRule } from '../../model/rules/fieldRule.ts';
import { createRuleSource } from '../../model/rules/recordRule.ts';
import type { ExtensionDefinition } from '../extension.ts';
import { createDerived } from './createDerived.ts';
import { createKind, type NamedField } from './createKind.ts';
import type { Guard } from './guard.ts';

/** Makes what a site's records are judged and shown by from its extensions; the built-in code if they add none. */
export function createSiteCode(extensions: readonly ExtensionDefinition[], guard: Guard): SiteCode {
  const fields = extensions.flatMap(listFields);
  const derived = createDerived(extensions, guard);
  if (fields.length === 0 && derived.isEmpty) return BUILT_IN_CODE;
  const kinds = fields.map((one) => [one.name, createKind(one, KINDS_BY_TYPE[one.definition.base], guard)] as const);
  const fieldRules = kinds.flatMap(([, { added }]) => (added?.check ? createFieldRule(added) : []));
  return Object.freeze({
    derived,
    kinds: createFieldKinds(new Map([...BUILT_IN_CODE.kinds.byType, ...kinds]), BUILT_IN_CODE.kinds.unknown),
    rules: createRuleSource(fieldRules.length > 0 ? () => fieldRules : undefined),
  });
}

/** The kinds of fields that an extension adds. */
export const listFields = ({ name: extension, fields = {} }: ExtensionDefinition): readonly NamedField[] =>
  Object.entries(fields).map(([name, definition]) => ({ extension, name, definition }));
