import i18next from 'i18next';
import { openDialogs } from '../../../parts/dialog/dialogs.ts';
import type { MigrationBody } from '../queries.ts';
import type { FieldChoice } from './findChoices.ts';
import { MigrationDialog } from './MigrationDialog.tsx';

/**
 * Asks what becomes of the values that records have for fields which a type loses or changes, showing what that does.
 * @returns the operations; null to go on editing
 */
export async function askMigration(
  request: Omit<MigrationBody, 'operations'>,
  choices: readonly FieldChoice[],
): Promise<readonly object[] | null> {
  const modals = await openDialogs();
  return new Promise((resolve) => {
    const id = modals.open({
      title: i18next.t('types.migrationTitle'),
      size: 'lg',
      children: (
        <MigrationDialog
          request={request}
          choices={choices}
          onConfirm={(operations) => {
            resolve(operations);
            modals.close(id);
          }}
          onCancel={() => modals.close(id)}
        />
      ),
      // This is called after `onConfirm`, too; the promise is resolved by then.
      onClose: () => resolve(null),
    });
  });
}
