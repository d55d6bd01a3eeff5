import { List, Text } from '@mantine/core';
import i18next from 'i18next';
import { openDialogs } from '../../parts/dialog/dialogs.ts';
import type { ForeseenType } from '../../wire/interface.ts';

const SHOWN = 8;

interface SchemaViolation {
  readonly kind?: string;
  readonly id?: number;
  readonly path?: readonly string[];
  readonly message?: string;
}

/** Reports what a change to a type would break, and asks whether to save it anyway. True at once if it breaks nothing. */
export async function askWhatBreaks({ problems, unknownFields, sweptOverrides }: ForeseenType): Promise<boolean> {
  if (problems.length + unknownFields.length + sweptOverrides === 0) return true;
  const { t } = i18next;
  const violations = problems as readonly SchemaViolation[];
  const modals = await openDialogs();
  return new Promise((resolve) => {
    modals.openConfirmModal({
      title: t('types.breaksTitle'),
      children: (
        <>
          {violations.length > 0 && (
            <>
              <Text size="sm" mb={4}>
                {t('types.violations', { count: violations.length })}
              </Text>
              <List size="sm" mb="sm">
                {violations.slice(0, SHOWN).map((one) => (
                  <List.Item key={`${one.kind}/${one.id}/${one.path?.join('.')} ${one.message}`}>
                    {t(one.kind === 'block' ? 'types.inBlock' : 'types.inPage', { id: one.id })} {one.path?.at(-1)}{' '}
                    {one.message}
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
