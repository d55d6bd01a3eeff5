import { Anchor, Badge } from '@mantine/core';
import { IconExternalLink } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { ChangeItem } from '../../wire/interface.ts';

/** Links to the git host's request to merge a change, if there is one. */
export function RequestLink({
  of: { request, requestUrl },
}: {
  readonly of: Pick<ChangeItem, 'request' | 'requestUrl'>;
}) {
  const { t } = useTranslation();
  if (request === null) return null;
  const text = t('changes.request', { number: request });
  if (requestUrl === null)
    return (
      <Badge variant="light" color="gray" tt="none">
        {text}
      </Badge>
    );
  return (
    <Anchor href={requestUrl} target="_blank" rel="noreferrer" size="sm" underline="always">
      {text} <IconExternalLink size={14} aria-hidden style={{ verticalAlign: '-2px' }} />
    </Anchor>
  );
}
