import { Button, Group } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { problemText } from '../screen/problemText.ts';

interface DialogFormProps {
  /** The label of the button that sends the form. */
  readonly action: string;
  readonly isComplete?: boolean;
  /** If it throws, the dialog stays open and shows the error. */
  onSend(): Promise<unknown>;
  onClose(): void;
  /** The inputs; the first shows the error. */
  children(error: string | undefined): ReactNode;
}

/** The form in a dialog, with its buttons. It closes when what it sends has succeeded. */
export function DialogForm({ action, isComplete = true, onSend, onClose, children }: DialogFormProps) {
  const { t } = useTranslation();
  const [error, setError] = useState<string>();
  const [isBusy, setBusy] = useState(false);
  async function send(): Promise<void> {
    setBusy(true);
    try {
      await onSend();
      onClose();
    } catch (problem) {
      setError(problemText(problem));
      setBusy(false);
    }
  }
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        // The form that the dialog was opened from is not meant.
        event.stopPropagation();
        void send();
      }}
    >
      {children(error)}
      <Group justify="end" mt="lg">
        <Button variant="default" onClick={onClose}>
          {t('common.cancel')}
        </Button>
        <Button type="submit" loading={isBusy} disabled={!isComplete}>
          {action}
        </Button>
      </Group>
    </form>
  );
}
