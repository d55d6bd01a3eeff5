import { ActionIcon, Badge, Checkbox, Paper, Select, Stack, Text, TextInput, UnstyledButton } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { fieldLabel } from '../../../fields/fieldLabel.ts';
import { isValueObject } from '../../../form/values.ts';
import { useSorted } from '../../../parts/row/Sortable.tsx';
import type { Field } from '../../../wire/interface.ts';
import { ConditionsInput } from '../fields/condition/ConditionsInput.tsx';
import fieldClasses from '../fields/FieldForm.module.css';
import classes from '../regions/RegionList.module.css';
import { type RuleFormProps, RuleInputs } from './RuleInputs.tsx';
import { comparisonOf, type RuleDraft, subjectOf, withOption } from './ruleDraft.ts';

interface RuleCardProps extends RuleFormProps {
  readonly id: string;
  readonly isOpen: boolean;
  onToggle(): void;
  onRemove(): void;
}

/** One rule as a sentence, which opens its inputs. */
export function RuleCard({ id, isOpen, onToggle, onRemove, ...form }: RuleCardProps) {
  const { t } = useTranslation();
  const { ref, style, handle } = useSorted(id);
  const { rule, fields, mayEdit } = form;
  const sentence = useRuleWords(fields)(rule);
  return (
    <Paper ref={ref} style={style} withBorder className={classes.region} role="group" aria-label={sentence}>
      {handle({ label: t('list.drag', { name: sentence }) })}
      <Stack gap="sm" className={classes.form}>
        <UnstyledButton className={classes.toggle} aria-expanded={isOpen} onClick={onToggle}>
          <Text size="sm" component="span">
            {sentence}
          </Text>
          {rule['severity'] === 'warning' && (
            <Badge color="yellow" variant="light" size="sm">
              {t('types.rules.warning')}
            </Badge>
          )}
        </UnstyledButton>
        {isOpen && <RuleForm {...form} />}
      </Stack>
      {mayEdit && (
        <ActionIcon
          variant="subtle"
          color="gray"
          aria-label={t('types.rules.remove', { name: sentence })}
          onClick={onRemove}
        >
          <IconTrash size={16} />
        </ActionIcon>
      )}
    </Paper>
  );
}

function RuleForm(props: RuleFormProps) {
  const { t } = useTranslation();
  const { rule, fields, mayEdit, onChange } = props;
  const message = rule['message'];
  return (
    <>
      {subjectOf(rule) === null ? (
        <Text size="sm" c="dimmed">
          {t('types.rules.onlyJson')}
        </Text>
      ) : (
        <RuleInputs {...props} />
      )}
      <ConditionsInput
        label={t('types.rules.when')}
        value={rule['when']}
        others={fields}
        mayEdit={mayEdit}
        onChange={(when) => onChange(withOption(rule, 'when', when))}
      />
      <div className={fieldClasses.pair}>
        <Select
          label={t('types.rules.severity')}
          data={(['error', 'warning'] as const).map((one) => ({
            value: one,
            label: t(`types.rules.severities.${one}`),
          }))}
          value={rule['severity'] === 'warning' ? 'warning' : 'error'}
          onChange={(next) => onChange(withOption(rule, 'severity', next === 'warning' ? next : undefined))}
          readOnly={!mayEdit}
          allowDeselect={false}
        />
        <TextInput
          label={t('types.rules.message')}
          description={t('types.rules.messageHelp')}
          dir="auto"
          value={typeof message === 'string' ? message : ''}
          onChange={({ currentTarget }) => onChange(withOption(rule, 'message', currentTarget.value || undefined))}
          readOnly={!mayEdit}
        />
      </div>
      <Checkbox
        label={t('types.rules.drafts')}
        checked={rule['drafts'] === true}
        onChange={({ currentTarget }) => onChange(withOption(rule, 'drafts', currentTarget.checked || undefined))}
        disabled={!mayEdit}
      />
    </>
  );
}

/** Makes the function that says a rule as a sentence: `“Ends” must be after “Begins”`. */
function useRuleWords(fields: readonly Field[]): (rule: RuleDraft) => string {
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
