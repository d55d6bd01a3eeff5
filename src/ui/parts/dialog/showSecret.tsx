import { Alert, Button, Code, CopyButton, Group, Text } from '@mantine/core';
import { IconCheck, IconCopy } from '@tabler/icons-react';
import i18next from 'i18next';
import { openDialogs } from './dialogs.ts';

interface SecretDialogOptions {
  readonly title: string;
  readonly text: string;
  readonly secret: string;
}

/** Shows a secret that is shown only once. The dialog stays until the user confirms having saved it. */
export async function showSecret({ title, text, secret }: SecretDialogOptions): Promise<void> {
  const modals = await openDialogs();
  const id = modals.open({
    title,
    closeOnClickOutside: false,
    closeOnEscape: false,
    withCloseButton: false,
    children: (
      <>
        <Text size="sm" mb="md">
          {text}
        </Text>
        <Code block style={{ overflowWrap: 'anywhere', whiteSpace: 'pre-wrap' }} data-testid="secret">
          {secret}
        </Code>
        <Alert color="yellow" variant="light" mt="md">
          {i18next.t('record.once')}
        </Alert>
        <Group justify="end" mt="lg">
          <CopyButton value={secret}>
            {({ copied, copy }) => (
              <Button
                variant="default"
                data-autofocus
                leftSection={copied ? <IconCheck size={16} /> : <IconCopy size={16} />}
                onClick={copy}
              >
                {copied ? i18next.t('common.copied') : i18next.t('common.copy')}
              </Button>
            )}
          </CopyButton>
          <Button onClick={() => modals.close(id)}>{i18next.t('record.taken')}</Button>
        </Group>
      </>
    ),
  });
}
