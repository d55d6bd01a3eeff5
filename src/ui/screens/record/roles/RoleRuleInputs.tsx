import { Checkbox, MultiSelect, Stack, TagsInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useRouteContext } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { fieldLabel } from '../../../fields/fieldLabel.ts';
import { localeName } from '../../../parts/localeName.ts';
import type { ContentKind, UserRight } from '../../../session/rights.ts';
import { blockTypesQuery, contentTypesQuery, settingsQuery } from '../../../wire/queries.ts';
import { type RightsLine, withList, withOwn } from './roleDraft.ts';

interface RoleRuleInputsProps {
  readonly rule: RightsLine;
  readonly mayEdit: boolean;
  onChange(rule: RightsLine): void;
}

/** The parts of records beside fields that rules may name. */
const PARTS = ['title', 'slug', 'seo', 'terms', 'regions'] as const;

interface NamedChoice {
  readonly value: string;
  readonly label: string;
}

/** What has been chosen is a choice, even if it is gone. */
const withChosen = (choices: readonly NamedChoice[], chosen: readonly string[] = []): NamedChoice[] => [
  ...new Map([...chosen.map((value) => ({ value, label: value })), ...choices].map((one) => [one.value, one])).values(),
];

/** The inputs of one rule: what may be done, with what, and to which of it that is narrowed. */
export function RoleRuleInputs({ rule, mayEdit, onChange }: RoleRuleInputsProps) {
  const { t, i18n } = useTranslation();
  const { caller } = useRouteContext({ from: '/shell' });
  const { data: settings } = useQuery(settingsQuery);
  const { data: pageTypes = [] } = useQuery(contentTypesQuery);
  const { data: blockTypes = [] } = useQuery(blockTypesQuery);
  const types = [...pageTypes, ...blockTypes];
  const kinds = Object.keys(caller.rights.kinds) as ContentKind[];
  const rights = Object.keys(caller.rights.kinds.page) as UserRight[];
  const isAbout = (kind: ContentKind): boolean => rule.on === undefined || rule.on.includes(kind);
  const fields = new Map(types.flatMap((type) => type.fields).map((field) => [field.name, fieldLabel(field)]));
  const parts = [...PARTS.map((part) => ({ value: part, label: t(`roles.parts.${part}`) }))];
  const shared = { readOnly: !mayEdit, searchable: true, clearable: mayEdit } as const;
  return (
    <Stack gap="sm" mt="sm">
      <MultiSelect
        label={t('roles.do')}
        data={rights.map((value) => ({ value, label: t(`roles.verbs.${value}`) }))}
        value={[...rule.do]}
        // A rule without rights would say nothing.
        onChange={(next) => next.length > 0 && onChange({ ...rule, do: next as UserRight[] })}
        readOnly={!mayEdit}
      />
      <MultiSelect
        label={t('roles.on')}
        placeholder={rule.on ? undefined : t('roles.everything')}
        data={withChosen(
          kinds.map((value) => ({ value, label: t(`kinds.${value}.many`) })),
          rule.on,
        )}
        value={[...(rule.on ?? [])]}
        onChange={(next) => onChange(withList(rule, 'on', next))}
        {...shared}
      />
      {(isAbout('page') || isAbout('block')) && (
        <MultiSelect
          label={t('roles.types')}
          placeholder={rule.types ? undefined : t('roles.all')}
          data={withChosen(
            types.map(({ slug, name }) => ({ value: slug, label: name })),
            rule.types,
          )}
          value={[...(rule.types ?? [])]}
          onChange={(next) => onChange(withList(rule, 'types', next))}
          {...shared}
        />
      )}
      {isAbout('page') && (
        <>
          <MultiSelect
            label={t('roles.locales')}
            placeholder={rule.locales ? undefined : t('roles.all')}
            data={withChosen(
              (settings?.supportedLocales ?? []).map((value) => ({ value, label: localeName(value, i18n.language) })),
              rule.locales,
            )}
            value={[...(rule.locales ?? [])]}
            onChange={(next) => onChange(withList(rule, 'locales', next))}
            {...shared}
          />
          <TagsInput
            label={t('roles.paths')}
            description={t('roles.pathsHelp')}
            value={[...(rule.paths ?? [])]}
            onChange={(next) => onChange(withList(rule, 'paths', next))}
            readOnly={!mayEdit}
            dir="ltr"
          />
        </>
      )}
      {isAbout('media') && (
        <TagsInput
          label={t('roles.folders')}
          description={t('roles.foldersHelp')}
          value={[...(rule.folders ?? [])]}
          onChange={(next) => onChange(withList(rule, 'folders', next))}
          readOnly={!mayEdit}
        />
      )}
      <MultiSelect
        label={t('roles.fields')}
        placeholder={rule.fields ? undefined : t('roles.all')}
        data={withChosen([...parts, ...[...fields].map(([value, label]) => ({ value, label }))], rule.fields)}
        value={[...(rule.fields ?? [])]}
        onChange={(next) => onChange(withList(rule, 'fields', next))}
        {...shared}
      />
      <Checkbox
        label={t('roles.own')}
        checked={rule.own === true}
        onChange={({ currentTarget }) => onChange(withOwn(rule, currentTarget.checked))}
        disabled={!mayEdit}
      />
    </Stack>
  );
}
