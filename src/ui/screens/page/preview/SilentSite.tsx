import { Alert, Button, Group, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';

interface SilentSiteProps {
  /** Where the site was asked for. */
  readonly origin: string;
  onPlain(): void;
  onRetry(): void;
}

/** Says that the site has not reported from its preview page, and what can be done. */
export function SilentSite({ origin, onPlain, onRetry }: SilentSiteProps) {
  const { t } = useTranslation();
  return (
    <Alert color="yellow" variant="light" radius={0} role="status" title={t('livePreview.silentTitle')}>
      <Text size="sm" mb="xs">
        {t('livePreview.silent', { origin })}
      </Text>
      <Group gap="xs">
        <Button size="compact-sm" variant="default" onClick={onRetry}>
          {t('common.retry')}
        </Button>
        <Button size="compact-sm" variant="default" onClick={onPlain}>
          {t('livePreview.showPlain')}
        </Button>
      </Group>
    </Alert>
  );
}
