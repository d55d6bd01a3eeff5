import { Button, Menu, Stack, Text } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { controlIn, focusInstead } from '../../../parts/dialog/focusInstead.ts';
import { moveItem, Sortable } from '../../../parts/row/Sortable.tsx';
import type { Field } from '../../../wire/interface.ts';
import { FormOrJson } from '../FormOrJson.tsx';
import type { FieldNode } from '../fields/layout/fieldNodes.ts';
import { previewFields } from '../fields/previewFields.ts';
import type { TypeKind } from '../queries.ts';
import { parseJsonText, toJsonText } from '../typeValues.ts';
import { useRowKeys } from '../useRowKeys.ts';
import { RuleCard } from './RuleCard.tsx';
import { draftRule, RULE_SUBJECTS, type RuleDraft, type RuleSubject, readRuleDrafts } from './ruleDraft.ts';

interface RulesInputProps {
  readonly kind: TypeKind;
  /** The rules as JSON. */
  readonly value: string;
  readonly nodes: readonly FieldNode[];
  readonly problem: string | undefined;
  /** What the server reports about single rules. */
  readonly problemsInside: readonly string[];
  readonly mayEdit: boolean;
  onChange(value: string): void;
}

/** What records of a type have to follow, as a list of rules or as JSON. */
export function RulesInput({ kind, nodes, ...input }: RulesInputProps) {
  const { t } = useTranslation();
  const { value, mayEdit, onChange } = input;
  const rules = readRuleDrafts(parseJsonText(value));
  const fields = useMemo(
    () => [...previewFields(nodes), ...(kind === 'contentType' ? ownValues(t('page.title')) : [])],
    [nodes, kind, t],
  );
  return (
    <FormOrJson
      label={t('types.rules.title')}
      help={t('types.rules.help')}
      jsonLabel={t('types.rules.asJson')}
      {...input}
      form={rules && <RuleList {...{ rules, fields, mayEdit }} onChange={(next) => onChange(toJsonText(next))} />}
    />
  );
}

/** What pages have beside their fields. A field of that name comes first. */
const ownValues = (title: string): readonly Field[] => [{ name: 'title', type: 'text', label: title }];

interface RuleListProps {
  readonly rules: readonly RuleDraft[];
  readonly fields: readonly Field[];
  readonly mayEdit: boolean;
  onChange(rules: readonly RuleDraft[]): void;
}

function RuleList({ rules, fields, mayEdit, onChange }: RuleListProps) {
  const { t } = useTranslation();
  const { keys, move, insert, remove } = useRowKeys(rules.length);
  const box = useRef<HTMLDivElement>(null);
  const [opened, setOpened] = useState<string>();
  const add = (subject: RuleSubject): void => {
    const rule = draftRule(subject, fields);
    if (!rule) return;
    insert(rules.length);
    setOpened(keys[rules.length]);
    onChange([...rules, rule]);
  };
  const drop = (at: number): void => {
    remove(at);
    onChange(rules.toSpliced(at, 1));
    focusInstead(() => controlIn(box.current));
  };
  return (
    <div ref={box}>
      {rules.length === 0 && (
        <Text size="sm" c="dimmed" mb="xs">
          {t('types.rules.none')}
        </Text>
      )}
      <Sortable
        isFixed={!mayEdit}
        keys={keys}
        onMove={(from, to) => {
          move(from, to);
          onChange(moveItem(rules, from, to));
        }}
      >
        <Stack gap="xs">
          {rules.map((rule, at) => (
            <RuleCard
              key={keys[at]}
              id={keys[at] ?? ''}
              {...{ rule, fields, mayEdit }}
              isOpen={opened === keys[at]}
              onToggle={() => setOpened(opened === keys[at] ? undefined : keys[at])}
              onChange={(next) => onChange(rules.with(at, next))}
              onRemove={() => drop(at)}
            />
          ))}
        </Stack>
      </Sortable>
      {mayEdit && fields.length > 0 && (
        <Menu position="bottom-start">
          <Menu.Target>
            <Button mt="xs" variant="default" leftSection={<IconPlus size={16} />}>
              {t('types.rules.add')}
            </Button>
          </Menu.Target>
          <Menu.Dropdown>
            {RULE_SUBJECTS.filter((subject) => draftRule(subject, fields)).map((subject) => (
              <Menu.Item key={subject} onClick={() => add(subject)}>
                {t(`types.rules.subjects.${subject}`)}
              </Menu.Item>
            ))}
          </Menu.Dropdown>
        </Menu>
      )}
    </div>
  );
}
