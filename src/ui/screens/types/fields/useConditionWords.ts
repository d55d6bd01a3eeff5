import { useTranslation } from 'react-i18next';
import { fieldLabel } from '../../../fields/fieldLabel.ts';
import { valueText } from '../../../fields/valueText.ts';
import { type ConditionDraft, readConditionDraft } from './condition.ts';
import type { FieldDraft } from './fieldDraft.ts';
import type { FieldNode } from './fieldNodes.ts';
import { previewField } from './previewFields.ts';

/** The condition of a field in words: `if “Free of charge” is No`. */
export function useConditionWords(field: FieldDraft, siblings: readonly FieldNode[]): string | undefined {
  const { t } = useTranslation();
  const condition = readConditionDraft(field);
  if (!condition) return condition === null ? t('types.ifWritten') : undefined;
  const about = siblings.find((one) => one.field.name === condition.field);
  const name = about ? fieldLabel(about.field) : condition.field;
  return t(`types.if.${condition.test}`, { name, value: about ? wordsOfValue(condition, about) : '' });

  function wordsOfValue({ value }: ConditionDraft, node: FieldNode): string {
    if (typeof value === 'boolean') return t(value ? 'common.yes' : 'common.no');
    return valueText(value, previewField(node.field));
  }
}
