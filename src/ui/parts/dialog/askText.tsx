import { TextInput } from '@mantine/core';
import { useState } from 'react';
import { DialogForm } from './DialogForm.tsx';
import { openDialogs } from './dialogs.ts';

interface TextQuestion {
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
export function askText(question: TextQuestion): void {
  // Just after the first screen the dialogs may still be loading.
  void openDialogs().then((modals) => {
    const id = modals.open({
      title: question.title,
      children: <TextForm {...question} onClose={() => modals.close(id)} />,
    });
  });
}

interface TextFormProps extends TextQuestion {
  onClose(): void;
}

function TextForm({ label, description, value = '', action, isOptional = false, onDone, onClose }: TextFormProps) {
  const [text, setText] = useState(value);
  return (
    <DialogForm action={action} onSend={() => onDone(text)} onClose={onClose}>
      {(error) => (
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
      )}
    </DialogForm>
  );
}
