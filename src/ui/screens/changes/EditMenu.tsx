import { ActionIcon, Menu } from '@mantine/core';
import { IconArrowRight, IconDots, IconTrash, IconWorldUpload } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { confirm } from '../../parts/dialog/confirm.tsx';
import { notifyError, notifyErrorMessage, notifySuccess } from '../../parts/dialog/notify.tsx';
import { undoOf } from '../../parts/record/undoOf.ts';
import { useMayPublish } from '../../session/useMay.ts';
import { ask } from '../../wire/ask.ts';
import type { Change } from '../../wire/interface.ts';
import { isStaleWriteError } from '../../wire/WireError.ts';
import { changeNamesQuery } from './queries.ts';

type RecordEdit = Change['records'][number];

interface EditMenuProps {
  readonly change: Change;
  readonly edit: RecordEdit;
}

/** What can be done with the edits of one record, apart from the rest of the change. */
export function EditMenu({ change, edit }: EditMenuProps) {
  const { t } = useTranslation();
  const mayPublish = useMayPublish();
  const [isOpen, setOpen] = useState(false);
  const { data: names } = useQuery({ ...changeNamesQuery, enabled: isOpen });
  const move = useMoveEdit({ change, edit });
  const others = (names?.data ?? []).filter(({ name }) => name !== change.name);
  return (
    <Menu position="bottom-end" opened={isOpen} onChange={setOpen}>
      <Menu.Target>
        <ActionIcon variant="subtle" color="gray" aria-label={t('changes.editActions', { title: edit.title })}>
          <IconDots size={18} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown mah="60vh" style={{ overflowY: 'auto' }}>
        {mayPublish && (
          <Menu.Item leftSection={<IconWorldUpload size={16} />} onClick={() => void move.publish()}>
            {t('changes.publishAlone')}
          </Menu.Item>
        )}
        {others.map(({ name, title }) => (
          <Menu.Item
            key={name}
            leftSection={<IconArrowRight size={16} />}
            onClick={() => void move.to(name, t('changes.movedTo', { title }))}
          >
            {t('changes.moveTo', { title })}
          </Menu.Item>
        ))}
        <Menu.Item
          color="var(--mantine-color-error)"
          leftSection={<IconTrash size={16} />}
          onClick={() => void move.giveUp()}
        >
          {t('changes.takeOut')}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}

function useMoveEdit({ change: { name, head }, edit: { kind, key, title } }: EditMenuProps) {
  const { t } = useTranslation();
  const client = useQueryClient();
  async function to(destination: string | null, done: string): Promise<void> {
    try {
      const answer = await ask('POST /api/admin/changes/{name}/move', {
        path: { name },
        // Only what is shown here is moved.
        headers: { 'If-Match': `"${head}"` },
        body: { records: [{ kind, key }], to: destination },
      });
      notifySuccess(done, undoOf({ commit: answer.data.commit }, client));
    } catch (error) {
      if (isStaleWriteError(error)) notifyErrorMessage(t('changes.stale'));
      else notifyError(error);
    }
    await client.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] !== 'session' });
  }
  return {
    to,
    async publish() {
      const question = { title: t('changes.publishAloneTitle', { title }), text: t('changes.publishAloneText') };
      if (await confirm({ ...question, action: t('changes.publish') })) await to('live', t('changes.published'));
    },
    async giveUp() {
      const question = { title: t('changes.takeOutTitle', { title }), text: t('changes.takeOutText') };
      if (await confirm({ ...question, action: t('changes.takeOut'), isDangerous: true }))
        await to(null, t('changes.takenOut'));
    },
  };
}
