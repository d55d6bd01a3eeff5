import { Anchor, Group, SegmentedControl } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';

interface VersionSwitchProps {
  readonly isLive: boolean;
  /** The name of the change that the draft is. */
  readonly change: string;
  onSwitch(isLive: boolean): void;
}

/** Switches between the draft of a page and what visitors read, and leads to a comparison of both. */
export function VersionSwitch({ isLive, change, onSwitch }: VersionSwitchProps) {
  const { t } = useTranslation();
  return (
    <Group mb="md" gap="md">
      <SegmentedControl
        size="xs"
        aria-label={t('page.shownVersion')}
        value={isLive ? 'live' : 'draft'}
        onChange={(value) => onSwitch(value === 'live')}
        data={[
          { value: 'draft', label: t('page.showDraft') },
          { value: 'live', label: t('page.showLive') },
        ]}
      />
      <Anchor size="sm" renderRoot={(props) => <Link to="/changes/$name" params={{ name: change }} {...props} />}>
        {t('page.compareWithLive')}
      </Anchor>
    </Group>
  );
}
