import { useTranslation } from 'react-i18next';
import { fieldLabel } from '../../../fields/fieldLabel.ts';
import { isValueObject } from '../../../form/values.ts';
import type { Field } from '../../../wire/interface.ts';
import { comparisonOf, type RuleDraft, subjectOf } from './ruleDraft.ts';

/** Makes the function that says a rule as a sentence: `“Ends” must be after “Begins”`. */
export function useRuleWords(fields: readonly Field[]): (rule: RuleDraft) => string {
  const { t } = useTranslation();
  const nameOf = (name: unknown): string => {
    const field = fields.find((one) => one.name === name);
    return field ? fieldLabel(field) : String(name ?? '');
  };
  const operandOf = (operand: unknown): string => {
    if (isValueObject(operand)) return 'field' in operand ? `“${nameOf(operand['field'])}”` : String(operand['value']);
    return fields.some(({ name }) => name === operand) ? `“${nameOf(operand)}”` : String(operand);
  };
  return (rule) => {
    const subject = subjectOf(rule);
    if (subject === null) return t('types.rules.written');
    if (subject === 'compare') {
      const { name, operand } = comparisonOf(rule);
      return t(`types.rules.says.${name}`, { name: nameOf(rule['field']), other: operandOf(operand) });
    }
    if (subject === 'require')
      return t('types.rules.says.require', { names: (rule['require'] as readonly unknown[]).map(nameOf).join(', ') });
    const name = nameOf(subject === 'unique' ? rule['unique'] : rule['field']);
    return t(`types.rules.says.${rule['per'] === 'locale' ? 'uniquePerLocale' : subject}`, { name });
  };
}
