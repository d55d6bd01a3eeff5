import {
  ActionIcon,
  Button,
  Card,
  Checkbox,
  Group,
  MultiSelect,
  NumberInput,
  Stack,
  TagsInput,
  Text,
  Title,
} from '@mantine/core';
import { IconPlus, IconTrash } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useRouteContext } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { notifyError, notifySuccess } from '../../../ui/parts/dialog/notify.tsx';
import { localeName } from '../../../ui/parts/localeName.ts';
import { PageHead } from '../../../ui/parts/screen/PageHead.tsx';
import { roleList } from '../../../ui/screens/record/roles/roleList.ts';
import { nameRole } from '../../../ui/screens/record/roles/roleNames.ts';
import type { ContentKind } from '../../../ui/session/rights.ts';
import { ask } from '../../../ui/wire/ask.ts';
import type { ReviewSettings } from '../../../ui/wire/interface.ts';
import { blockTypesQuery, contentTypesQuery, settingsQuery } from '../../../ui/wire/queries.ts';
import { reviewSettingsQuery } from './queries.ts';

type ReviewLine = ReviewSettings['rules'][number];

/** What must be approved before it is live. */
export function RulesScreen() {
  const { t } = useTranslation();
  const { data } = useQuery(reviewSettingsQuery);
  return (
    <>
      <PageHead title={t('reviewRules.title')} />
      {data && <RulesForm key={JSON.stringify(data)} saved={data} />}
    </>
  );
}

function RulesForm({ saved }: { readonly saved: ReviewSettings }) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const [settings, setSettings] = useState(saved);
  const [isBusy, setBusy] = useState(false);
  const { rules, adminsExempt } = settings;
  const setRules = (next: readonly ReviewLine[]): void => setSettings({ ...settings, rules: next });
  async function save(): Promise<void> {
    setBusy(true);
    try {
      await ask('PUT /api/admin/review', { body: settings });
      notifySuccess(t('review.saved'));
      await client.invalidateQueries({ queryKey: reviewSettingsQuery.queryKey });
    } catch (error) {
      notifyError(error);
    } finally {
      setBusy(false);
    }
  }
  return (
    <Stack gap="md" maw={640} mx={0}>
      <Text size="sm">{t('review.intro')}</Text>
      {rules.length === 0 && (
        <Text size="sm" c="dimmed">
          {t('review.none')}
        </Text>
      )}
      {rules.map((rule, index) => (
        <RuleCard
          // biome-ignore lint/suspicious/noArrayIndexKey: a rule has no name but its place
          key={index}
          number={index + 1}
          rule={rule}
          onChange={(next) => setRules(rules.map((one, at) => (at === index ? next : one)))}
          onRemove={() => setRules(rules.filter((_, at) => at !== index))}
        />
      ))}
      <Group>
        <Button
          variant="default"
          leftSection={<IconPlus size={16} />}
          onClick={() => setRules([...rules, { needs: 1, on: ['page'], notOwn: true }])}
        >
          {t('review.add')}
        </Button>
      </Group>
      <Checkbox
        label={t('review.adminsExempt')}
        checked={adminsExempt}
        onChange={({ currentTarget }) => setSettings({ ...settings, adminsExempt: currentTarget.checked })}
      />
      <Group>
        <Button loading={isBusy} disabled={settings === saved} onClick={() => void save()}>
          {t('review.save')}
        </Button>
      </Group>
    </Stack>
  );
}

interface RuleCardProps {
  readonly number: number;
  readonly rule: ReviewLine;
  onChange(rule: ReviewLine): void;
  onRemove(): void;
}

function RuleCard({ number, rule, onChange, onRemove }: RuleCardProps) {
  const { t, i18n } = useTranslation();
  const { caller } = useRouteContext({ from: '/shell' });
  const { data: pageTypes = [] } = useQuery(contentTypesQuery);
  const { data: blockTypes = [] } = useQuery(blockTypesQuery);
  const { data: site } = useQuery(settingsQuery);
  const { data: roles = [] } = useQuery(roleList);
  const isAbout = (kind: ContentKind): boolean => rule.on?.includes(kind) ?? true;
  /** An empty list narrows nothing. */
  const withNames = (key: 'on' | 'types' | 'locales' | 'paths' | 'from', names: readonly string[]): ReviewLine => {
    const { [key]: _, ...others } = rule;
    return names.length === 0 ? others : { ...others, [key]: names };
  };
  const inputs = (key: Parameters<typeof withNames>[0]) => ({
    value: [...(rule[key] ?? [])],
    onChange: (names: string[]) => onChange(withNames(key, names)),
  });
  return (
    <Card withBorder component="section" aria-label={t('review.rule', { number })}>
      <Group justify="space-between" mb="sm">
        <Title order={2} size="h6">
          {t('review.rule', { number })}
        </Title>
        <ActionIcon variant="subtle" color="gray" aria-label={t('review.remove')} onClick={onRemove}>
          <IconTrash size={16} />
        </ActionIcon>
      </Group>
      <Stack gap="sm">
        <MultiSelect
          label={t('review.on')}
          placeholder={rule.on ? undefined : t('review.everything')}
          data={Object.keys(caller.rights.kinds).map((kind) => ({
            value: kind,
            label: t(`kinds.${kind as ContentKind}.many`),
          }))}
          {...inputs('on')}
          searchable
          clearable
        />
        {(isAbout('page') || isAbout('block')) && (
          <MultiSelect
            label={t('review.types')}
            placeholder={rule.types ? undefined : t('review.all')}
            data={[...pageTypes, ...blockTypes].map(({ slug, name }) => ({ value: slug, label: name }))}
            {...inputs('types')}
            searchable
            clearable
          />
        )}
        {isAbout('page') && (
          <>
            <MultiSelect
              label={t('review.locales')}
              placeholder={rule.locales ? undefined : t('review.all')}
              data={(site?.supportedLocales ?? []).map((value) => ({ value, label: localeName(value, i18n.language) }))}
              {...inputs('locales')}
              searchable
              clearable
            />
            <TagsInput label={t('review.paths')} description={t('review.pathsHelp')} {...inputs('paths')} dir="ltr" />
          </>
        )}
        <NumberInput
          label={t('review.needs')}
          min={1}
          max={10}
          allowDecimal={false}
          value={rule.needs}
          onChange={(needs) => onChange({ ...rule, needs: Number(needs) || 1 })}
        />
        <MultiSelect
          label={t('review.from')}
          placeholder={rule.from ? undefined : t('review.fromAnyone')}
          data={roles.map((role) => ({ value: role.key, label: nameRole(role) }))}
          {...inputs('from')}
          searchable
          clearable
        />
        <Checkbox
          label={t('review.notOwnRule')}
          checked={rule.notOwn === true}
          onChange={({ currentTarget }) => onChange({ ...rule, notOwn: currentTarget.checked })}
        />
      </Stack>
    </Card>
  );
}
