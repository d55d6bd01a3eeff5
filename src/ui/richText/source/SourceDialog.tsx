import { Button, Group, Stack } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { CodeField } from '../../codeField/CodeField.tsx';
import { isDocument, type JsonNode } from '../document/json.ts';

interface SourceDialogProps {
  readonly value: unknown;
  readonly disabled: boolean;
  onApply(value: JsonNode): void;
  onClose(): void;
}

/** Shows and edits the document as it is stored. */
export function SourceDialog({ value, disabled, onApply, onClose }: SourceDialogProps) {
  const { t } = useTranslation();
  const [text, setText] = useState(() => JSON.stringify(value ?? { type: 'doc', content: [] }, null, 2));
  const [problem, setProblem] = useState<string>();
  /** The document that the text is to replace. */
  const [seen, setSeen] = useState(value);
  const apply = (): void => {
    const read = parseDocumentSource(text);
    if (isDocument(read) && JSON.stringify(value) !== JSON.stringify(seen)) {
      setSeen(value);
      setProblem(t('richText.source.changed'));
    } else if (isDocument(read)) {
      onApply(read);
      onClose();
    } else setProblem(read === undefined ? t('richText.source.notDocument') : t('richText.source.wrong', read));
  };
  return (
    <Stack>
      <CodeField
        label={t('richText.source.title')}
        description={t('richText.source.help')}
        language="json"
        value={text}
        onChange={(next) => {
          setProblem(undefined);
          setText(next);
        }}
        problem={problem}
        disabled={disabled}
      />
      <Group justify="flex-end">
        <Button variant="default" onClick={onClose}>
          {t('common.cancel')}
        </Button>
        {!disabled && <Button onClick={apply}>{t('common.apply')}</Button>}
      </Group>
    </Stack>
  );
}

/** Parses a document: the reason if it is not JSON, undefined if it is not a document. */
function parseDocumentSource(text: string): JsonNode | { readonly reason: string } | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return isDocument(value) ? value : undefined;
  } catch (error) {
    return { reason: (error as Error).message };
  }
}
