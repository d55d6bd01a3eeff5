import { ActionIcon, Button, Group, Paper, Stack, Text, Title, UnstyledButton } from '@mantine/core';
import { IconPlus, IconTrash } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { localeName } from '../../../parts/localeName.ts';
import type { ContentKind } from '../../../session/rights.ts';
import { blockTypesQuery, contentTypesQuery } from '../../../wire/queries.ts';
import { RoleRuleInputs } from './RoleRuleInputs.tsx';
import { NEW_RULE, type RightsLine, RULE_LISTS, type RuleList } from './roleDraft.ts';

interface RuleSentencesProps {
  readonly list: 'allow' | 'deny';
  readonly rules: readonly RightsLine[];
  readonly mayEdit: boolean;
  /** The problems of the form, by the path of the value. */
  readonly errors: Readonly<Record<string, ReactNode>>;
  onChange(rules: readonly RightsLine[]): void;
}

/** What a role may do, or may not: each rule is a sentence, which opens its inputs. */
export function RuleSentences({ list, rules, mayEdit, errors, onChange }: RuleSentencesProps) {
  const { t } = useTranslation();
  const [open, setOpen] = useState<number>();
  const sentenceOf = useRuleSentence(list);
  const problemOf = (at: number): ReactNode =>
    Object.entries(errors).find(([path]) => path.startsWith(`${list}.${at}.`) || path === `${list}.${at}`)?.[1];
  function remove(at: number): void {
    onChange(rules.filter((_, index) => index !== at));
    setOpen(undefined);
  }
  function add(): void {
    onChange([...rules, list === 'allow' ? NEW_RULE : { ...NEW_RULE, do: ['delete'] }]);
    setOpen(rules.length);
  }
  return (
    <section aria-labelledby={`role-${list}`}>
      <Title order={3} size="h6" mb={6} id={`role-${list}`}>
        {t(`roles.${list}`)}
      </Title>
      <Stack gap="xs">
        {rules.map((rule, at) => {
          const sentence = sentenceOf(rule);
          const isOpen = open === at;
          return (
            // biome-ignore lint/suspicious/noArrayIndexKey: rules have no names, and are not sorted
            <Paper key={at} withBorder p="sm" role="group" aria-label={sentence}>
              <Group wrap="nowrap" align="start" justify="space-between">
                <UnstyledButton aria-expanded={isOpen} onClick={() => setOpen(isOpen ? undefined : at)}>
                  <Text size="sm" component="span">
                    {sentence}
                  </Text>
                </UnstyledButton>
                {mayEdit && (
                  <ActionIcon
                    variant="subtle"
                    color="gray"
                    aria-label={t('roles.removeRule', { rule: sentence })}
                    onClick={() => remove(at)}
                  >
                    <IconTrash size={16} />
                  </ActionIcon>
                )}
              </Group>
              {problemOf(at) && (
                <Text size="xs" c="var(--mantine-color-error)" role="alert">
                  {problemOf(at)}
                </Text>
              )}
              {isOpen && (
                <RoleRuleInputs
                  rule={rule}
                  mayEdit={mayEdit}
                  onChange={(next) => onChange(rules.map((one, index) => (index === at ? next : one)))}
                />
              )}
            </Paper>
          );
        })}
        {rules.length === 0 && (
          <Text size="sm" c="dimmed">
            {t(`roles.no.${list}`)}
          </Text>
        )}
        {mayEdit && (
          <Group>
            <Button size="xs" variant="default" leftSection={<IconPlus size={15} />} onClick={add}>
              {t(`roles.add.${list}`)}
            </Button>
          </Group>
        )}
      </Stack>
    </section>
  );
}

/** Makes the function that says in a sentence what a rule of a role means. */
function useRuleSentence(list: 'allow' | 'deny'): (rule: RightsLine) => string {
  const { t, i18n } = useTranslation();
  const { data: pageTypes = [] } = useQuery(contentTypesQuery);
  const { data: blockTypes = [] } = useQuery(blockTypesQuery);
  const { language } = i18n;
  const join = (names: readonly string[]): string => new Intl.ListFormat(language).format(names);
  const typeName = (slug: string): string =>
    [...pageTypes, ...blockTypes].find((one) => one.slug === slug)?.name ?? slug;
  const NAMES: Readonly<Record<RuleList, (name: string) => string>> = {
    types: typeName,
    locales: (locale) => localeName(locale, language),
    paths: (path) => path,
    folders: (folder) => folder,
    fields: (field) => t(`roles.parts.${field}` as 'roles.parts.seo', { defaultValue: field }),
  };
  return (rule) => {
    const narrowed = RULE_LISTS.flatMap((name) => {
      const values = rule[name];
      return values ? [t(`roles.about.${name}`, { count: values.length, names: join(values.map(NAMES[name])) })] : [];
    });
    const about = [...narrowed, ...(rule.own ? [t('roles.about.own')] : [])].join('');
    const kinds = rule.on
      ? join(rule.on.map((kind) => kindName(t(`kinds.${kind as ContentKind}.many`), language)))
      : t('roles.anything');
    return t(`roles.sentence.${list}`, { verbs: join(rule.do.map((right) => t(`rights.${right}`))), kinds, about });
  };
}

/** Only German writes what things are called with a capital inside of a sentence. */
const kindName = (name: string, language: string): string => (language === 'en' ? name.toLowerCase() : name);
