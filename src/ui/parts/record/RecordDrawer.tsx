import { Alert, Button, Drawer, Group, Stack } from '@mantine/core';
import { useBlocker } from '@tanstack/react-router';
import type { FormEvent, ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { confirm } from '../dialog/confirm.tsx';
import { notesAbove } from '../dialog/notesAbove.ts';
import { useFocusBack } from '../dialog/useFocusBack.ts';
import { LiveAtOnce } from './LiveAtOnce.tsx';
import { useIsGone } from './OpenRecord.tsx';
import classes from './RecordDrawer.module.css';
import type { Saving } from './useSaving.ts';

interface RecordDrawerProps {
  readonly title: string;
  /** Beside the title: the state of the record. */
  readonly mark?: ReactNode;
  /** Absent if the user may only look, or saves by `actions`. */
  readonly saving?: Saving | undefined;
  /** Buttons of its own that save the record. */
  readonly actions?: ReactNode;
  readonly isDirty: boolean;
  /** The label of the save button. */
  readonly action?: string;
  /** Other actions, such as deleting, at the other end of the footer. */
  readonly others?: ReactNode;
  /** Whether something on top of the drawer is open, which Escape closes instead. */
  readonly isCovered?: boolean;
  /** Whether it shows two things beside each other: a form, and what it makes. */
  readonly isWide?: boolean;
  readonly children: ReactNode;
  onClose(): void;
}

/** All drawers have one width; one that shows two things has it twice. */
const WIDTH = '40rem';
const DOUBLE_WIDTH = '80rem';

/** The form of one record in a drawer over its list, with the actions in a footer. */
export function RecordDrawer(props: RecordDrawerProps) {
  const { title, mark, saving, isDirty, action, actions, others, isCovered = false, children, onClose } = props;
  const { isWide = false } = props;
  const { t } = useTranslation();
  const isGone = useIsGone();
  useFocusBack();
  const mayLeave = async (): Promise<boolean> =>
    !isDirty ||
    (await confirm({ title: t('record.discardTitle'), text: t('record.discardText'), action: t('record.discard') }));
  const close = async (): Promise<void> => {
    if (await mayLeave()) onClose();
  };
  useBlocker({
    // Closing a drawer replaces the address; only Back and links leave the form.
    shouldBlockFn: async ({ action: move }) => move !== 'REPLACE' && !(await mayLeave()),
    enableBeforeUnload: isDirty,
  });
  return (
    <Drawer
      opened
      onClose={() => void close()}
      closeOnEscape={!isCovered}
      position="right"
      size={isWide ? DOUBLE_WIDTH : WIDTH}
      title={
        <span className={classes.head}>
          <span dir="auto" className={classes.title}>
            {title}
          </span>
          {mark}
        </span>
      }
      closeButtonProps={{ 'aria-label': t('common.close') }}
      classNames={{ content: classes.content, body: classes.body }}
    >
      <form onSubmit={saving?.submit ?? stay} noValidate className={classes.form}>
        <Stack gap="md" className={classes.fields}>
          {isGone && (
            <Alert color="yellow" role="alert" title={t('record.goneTitle')}>
              {t('record.gone')}
            </Alert>
          )}
          {/* A notification would cover the button that saves the rest. */}
          {saving?.isPartlySaved && <Alert role="status">{t('record.savedExcept')}</Alert>}
          {saving?.problems.map((problem) => (
            <Alert key={problem} color="red" role="alert">
              {problem}
            </Alert>
          ))}
          {children}
        </Stack>
        {(saving || actions || others) && (
          <Group ref={notesAbove} justify="space-between" className={classes.foot}>
            {saving?.content && (
              <div className={classes.wholeLine}>
                <LiveAtOnce kind={saving.content} />
              </div>
            )}
            <Group gap="xs">{!isGone && others}</Group>
            {actions && !isGone && <Group gap="xs">{actions}</Group>}
            {saving && (
              <Group gap="xs">
                <Button variant="default" onClick={() => void close()}>
                  {t('common.cancel')}
                </Button>
                <Button type="submit" loading={saving.isBusy} disabled={isGone}>
                  {action ?? t('common.save')}
                </Button>
              </Group>
            )}
          </Group>
        )}
      </form>
    </Drawer>
  );
}

/** Enter in an input must not send the form elsewhere. */
const stay = (event: FormEvent): void => event.preventDefault();
