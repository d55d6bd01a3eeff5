import { Button, Group, TextInput } from '@mantine/core';
import i18next from 'i18next';
import { useState } from 'react';
import { problemText } from '../screen/problemText.ts';
import { openDialogs } from './dialogs.ts';

interface Wanted {
  readonly title: string;
  readonly label: string;
  readonly description?: string;
  readonly value?: string;
  /** The label of the confirming button. */
  readonly action: string;
  /** Whether the text may be empty. */
  readonly isOptional?: boolean;
  /** If it throws, the dialog stays open and shows the error. */
  onDone(text: string): Promise<unknown>;
}

/** Asks for one line of text. */
export function askText(wanted: Wanted): void {
  // Just after the first screen the dialogs may still be loading.
  void openDialogs().then((modals) => {
    const id = modals.open({
      title: wanted.title,
      children: <TextForm {...wanted} onClose={() => modals.close(id)} />,
    });
  });
}

interface TextFormProps extends Wanted {
  onClose(): void;
}

function TextForm({ label, description, value = '', action, isOptional = false, onDone, onClose }: TextFormProps) {
  const [text, setText] = useState(value);
  const [error, setError] = useState<string>();
  const [isBusy, setBusy] = useState(false);
  const send = async (): Promise<void> => {
    setBusy(true);
    try {
      await onDone(text);
      onClose();
    } catch (problem) {
      setError(problemText(problem));
      setBusy(false);
    }
  };
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        void send();
      }}
    >
      <TextInput
        label={label}
        description={description}
        value={text}
        error={error}
        required={!isOptional}
        withAsterisk={false}
        data-autofocus
        dir="auto"
        onChange={({ currentTarget }) => setText(currentTarget.value)}
      />
      <Group justify="end" mt="lg">
        <Button variant="default" onClick={onClose}>
          {i18next.t('common.cancel')}
        </Button>
        <Button type="submit" loading={isBusy}>
          {action}
        </Button>
      </Group>
    </form>
  );
}
