import { Anchor, List, Text } from '@mantine/core';
import i18next from 'i18next';
import { openDialogs } from '../../parts/dialog/dialogs.ts';
import type { ForeseenType } from '../../wire/interface.ts';
import { toProblems } from '../../wire/WireError.ts';

/** Reports what a change to a type would break, and asks whether to save it anyway. True at once if it breaks nothing. */
export async function askWhatBreaks({ failing, unknownFields, sweptOverrides }: ForeseenType): Promise<boolean> {
  if (failing.records + unknownFields.length + sweptOverrides === 0) return true;
  const { t } = i18next;
  const messages = await toProblems(failing.first);
  const modals = await openDialogs();
  return new Promise((resolve) => {
    modals.openConfirmModal({
      title: t('types.breaksTitle'),
      children: (
        <>
          {failing.records > 0 && (
            <>
              <Text size="sm" mb={4}>
                {t('types.wouldFail', { count: failing.records })}
              </Text>
              <List size="sm" mb="sm">
                {failing.first.map(({ kind, id, title, path }, at) => (
                  <List.Item key={`${kind}/${id}`}>
                    {kind === 'page' ? (
                      <Anchor href={`/admin/pages/${id}`} target="_blank" rel="noreferrer">
                        {title}
                      </Anchor>
                    ) : (
                      title
                    )}
                    {`: ${path.at(-1) ?? ''} ${messages[at]?.message ?? ''}`}
                  </List.Item>
                ))}
              </List>
            </>
          )}
          {unknownFields.map(({ name, records }) => (
            <Text key={name} size="sm" mb={4}>
              {t('types.unknown', { name, count: records })}
            </Text>
          ))}
          {sweptOverrides > 0 && <Text size="sm">{t('types.swept', { count: sweptOverrides })}</Text>}
        </>
      ),
      labels: { confirm: t('types.saveAnyway'), cancel: t('types.goOnEditing') },
      confirmProps: { color: 'red' },
      cancelProps: { 'data-autofocus': true },
      onConfirm: () => resolve(true),
      // This is called after `onConfirm`, too; the promise is resolved by then.
      onClose: () => resolve(false),
    });
  });
}
