import { Badge, Button, Text } from '@mantine/core';
import { IconChevronRight, IconPlus } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { fieldLabel } from '../../../fields/fieldLabel.ts';
import { valueText } from '../../../fields/value/valueText.ts';
import { type ConditionDraft, readConditionDraft } from './condition/condition.ts';
import { FieldForm, type FieldFormProps } from './FieldForm.tsx';
import type { FieldDraft } from './fieldDraft.ts';
import { fieldTypeName } from './fieldKinds.ts';
import classes from './layout/FieldTree.module.css';
import { type FieldNode, isWrittenElse } from './layout/fieldNodes.ts';
import { previewField } from './previewFields.ts';
import type { ProblemTexts } from './useProblemTexts.ts';

interface FieldLineProps extends Omit<FieldFormProps, 'problemOf'> {
  readonly isOpen: boolean;
  readonly problems: ProblemTexts;
  onToggle(): void;
  /** Adds a field inside this one. */
  onAdd(): void;
}

/** One field in the tree: what it is in a few words, and its form when it is open. */
export function FieldLine({ isOpen, problems, onToggle, onAdd, ...props }: FieldLineProps) {
  const { node, siblings, mayEdit } = props;
  const { t } = useTranslation();
  return (
    <div className={classes.field} data-unfolded={isOpen || undefined} data-field={node.id}>
      <Head {...{ node, siblings, isOpen, onToggle }} />
      {!isOpen && <FieldProblemTexts texts={[...problems.values()]} />}
      {isOpen && (
        <>
          <FieldForm {...props} problemOf={(part) => problems.get(part)} />
          <FieldProblemTexts texts={[problems.get('fields'), problems.get('other')]} />
        </>
      )}
      {isWrittenElse(node) && (
        <Text size="xs" c="dimmed">
          {t('types.innerAsJson')}
        </Text>
      )}
      {!node.isLeaf && mayEdit && (
        <Button
          size="compact-xs"
          variant="subtle"
          leftSection={<IconPlus size={14} />}
          aria-label={t('types.addFieldIn', { name: nameOfField(node) || t('types.newField') })}
          onClick={onAdd}
        >
          {t('types.addInside')}
        </Button>
      )}
    </div>
  );
}

/** The label of a field, or what forms show for its name. */
export const nameOfField = ({ field }: FieldNode): string => fieldLabel(field);

type HeadProps = Pick<FieldLineProps, 'node' | 'siblings' | 'isOpen' | 'onToggle'>;

function Head({ node, siblings, isOpen, onToggle }: HeadProps) {
  const { t, i18n } = useTranslation();
  const { field } = node;
  const condition = useConditionWords(field, siblings);
  return (
    <button type="button" className={classes.name} aria-expanded={isOpen} onClick={onToggle}>
      <IconChevronRight size={15} className={classes.arrow} aria-hidden />
      <span dir="auto">{nameOfField(node) || t('types.newField')}</span>
      <Badge variant="default" size="sm" tt="none" fw={500}>
        {fieldTypeName(field.type, i18n.language)}
      </Badge>
      {field.required === true && (
        <Text span size="xs" c="dimmed">
          {t('types.required')}
        </Text>
      )}
      {condition && (
        <Text span size="xs" c="dimmed">
          {condition}
        </Text>
      )}
    </button>
  );
}

function FieldProblemTexts({ texts }: { readonly texts: readonly (string | undefined)[] }) {
  return texts
    .filter((text) => text !== undefined)
    .map((text) => (
      <Text key={text} size="xs" c="var(--mantine-color-error)" className={classes.problem}>
        {text}
      </Text>
    ));
}

/** The condition of a field in words: `if “Free of charge” is No`. */
function useConditionWords(field: FieldDraft, siblings: readonly FieldNode[]): string | undefined {
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
