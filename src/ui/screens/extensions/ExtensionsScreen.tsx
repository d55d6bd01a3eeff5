import { Alert, Button, Code, Group, Paper, Text, Title } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconAlertTriangle, IconPuzzle } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { EffectsDrawer } from '../../parts/delivery/EffectsDrawer.tsx';
import { StartEffects } from '../../parts/delivery/StartEffects.tsx';
import { EmptyState } from '../../parts/screen/EmptyState.tsx';
import { PageHead } from '../../parts/screen/PageHead.tsx';
import { ProblemNotice } from '../../parts/screen/ProblemNotice.tsx';
import { Time } from '../../parts/Time.tsx';
import type { Extension } from '../../wire/interface.ts';
import classes from './ExtensionsScreen.module.css';
import { extensionsQuery } from './queries.ts';

/** The site's own code: which extensions run, what each may do, and whether it works. */
export function ExtensionsScreen() {
  const { t } = useTranslation();
  const { data: extensions, error, refetch } = useQuery(extensionsQuery);
  return (
    <div>
      <PageHead title={t('extensions.title')} />
      {error && <ProblemNotice error={error} onRetry={() => void refetch()} />}
      {extensions?.length === 0 && (
        <EmptyState icon={IconPuzzle} title={t('extensions.emptyTitle')} text={t('extensions.empty')}>
          <Code block dir="ltr" ta="start">
            npx quire extension new my-rules
          </Code>
        </EmptyState>
      )}
      {extensions?.map((extension) => (
        <ExtensionCard key={extension.name} extension={extension} />
      ))}
    </div>
  );
}

/** Enough of a hash to compare it by eye. */
const HASH_DIGITS = 12;

function ExtensionCard({ extension }: { readonly extension: Extension }) {
  const { t } = useTranslation();
  const { name, version, hash, failing, hasEffects, stopped } = extension;
  const [isOpen, { open, close }] = useDisclosure(false);
  return (
    <Paper withBorder className={classes.card} component="section" aria-label={name}>
      <Group gap="sm">
        <Title order={2} size="h5" dir="ltr">
          {name}
        </Title>
        <Text size="sm" c="dimmed" dir="ltr">
          {version}
        </Text>
        <Text size="sm" c="dimmed" ms="auto" title={hash}>
          {t('extensions.hash')} <Code>{hash.slice(0, HASH_DIGITS)}</Code>
        </Text>
      </Group>
      <ul className={classes.facts}>
        {describeNeeds(extension, t).map((need) => (
          <li key={need}>{need}</li>
        ))}
      </ul>
      {failing.length === 0 && stopped === null && (
        <Text size="sm" c="dimmed" className={classes.health}>
          {t('extensions.works')}
        </Text>
      )}
      {stopped !== null && (
        <Alert color="orange" icon={<IconAlertTriangle size={18} />} className={classes.health}>
          <Text size="sm" mb="xs">
            {t('extensions.stopped', { reason: stopped })}
          </Text>
          <StartEffects name={name} />
        </Alert>
      )}
      {failing.map((part) => (
        <FailingPart key={part.part} failing={part} />
      ))}
      {hasEffects && (
        <Button size="xs" variant="default" mt="sm" onClick={open}>
          {t('effects.open')}
        </Button>
      )}
      {isOpen && <EffectsDrawer name={name} onClose={close} />}
    </Paper>
  );
}

function FailingPart({ failing }: { readonly failing: Extension['failing'][number] }) {
  const { t } = useTranslation();
  const { part, isOff, failures, reason, at } = failing;
  return (
    <Alert color={isOff ? 'red' : 'orange'} icon={<IconAlertTriangle size={18} />} className={classes.health}>
      <Text size="sm" fw={600}>
        {isOff ? t('extensions.off', { part }) : t('extensions.failed', { part, count: failures })} <Time value={at} />
      </Text>
      <Text size="sm" dir="auto">
        {reason}
      </Text>
      {isOff && <Text size="sm">{t('extensions.offText')}</Text>}
    </Alert>
  );
}

/** What an extension may do beyond reading the content, in words. */
function describeNeeds({ needs: { hosts, secrets, writes } }: Extension, t: TFunction): readonly string[] {
  const needs = [
    ...(hosts.length > 0 ? [t('extensions.hosts', { hosts: hosts.join(', ') })] : []),
    ...(secrets.length > 0 ? [t('extensions.secrets', { secrets: secrets.join(', ') })] : []),
    ...(writes ? [t(`extensions.writes.${writes}`)] : []),
  ];
  return needs.length > 0 ? needs : [t('extensions.nothing')];
}
