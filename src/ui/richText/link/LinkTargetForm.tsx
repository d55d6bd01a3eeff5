import { Button, Checkbox, Group, Stack, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { isTypedHref } from '../document/href.ts';
import type { PageChoice } from '../sources.ts';
import { TargetInput } from './TargetInput.tsx';

export interface LinkDraft {
  readonly href: string;
  readonly text: string;
  readonly isNewWindow: boolean;
}

interface LinkFormProps {
  /** The link as it is; `href` is empty where there is none. */
  readonly before: Pick<LinkDraft, 'href' | 'isNewWindow'>;
  readonly isLink: boolean;
  /** Whether nothing is selected that could be the text of the link. */
  readonly needsText: boolean;
  /** Whether a link may open a new window. */
  readonly hasWindow?: boolean;
  onSet(draft: LinkDraft): void;
  onRemove(): void;
  onClose(): void;
}

/** Asks where a link should lead. */
export function LinkTargetForm({
  before,
  isLink,
  needsText,
  hasWindow = true,
  onSet,
  onRemove,
  onClose,
}: LinkFormProps) {
  const { t } = useTranslation();
  const [draft, setDraft] = useState<LinkDraft>({ ...before, text: '' });
  /** The title of the chosen page. It is the text of the link unless another is typed. */
  const [title, setTitle] = useState<string>();
  const textFor = ({ text }: LinkDraft, page: PageChoice | undefined): string =>
    text === '' || text === title ? (page?.title ?? '') : text;
  const [isWrong, setWrong] = useState(false);

  const submit = (event: FormEvent): void => {
    event.preventDefault();
    // In React's tree the dialog is inside the form of the page, which must not be submitted.
    event.stopPropagation();
    const isRight = (isLink && draft.href === before.href) || isTypedHref(draft.href);
    setWrong(!isRight);
    if (!isRight) return;
    onSet(draft);
    onClose();
  };
  return (
    <form onSubmit={submit} noValidate>
      <Stack>
        <TargetInput
          label={t('richText.link.target')}
          value={draft.href}
          onChange={(href, page) => {
            setWrong(false);
            setDraft((one) => ({ ...one, href, text: textFor(one, page) }));
            setTitle(page?.title);
          }}
          error={isWrong ? t('richText.link.wrong') : undefined}
          autoFocus
        />
        {needsText && (
          <TextInput
            label={t('richText.link.text')}
            value={draft.text}
            onChange={({ currentTarget: { value } }) => setDraft((one) => ({ ...one, text: value }))}
          />
        )}
        {hasWindow && (
          <Checkbox
            label={t('richText.link.newWindow')}
            checked={draft.isNewWindow}
            onChange={({ currentTarget: { checked } }) => setDraft((one) => ({ ...one, isNewWindow: checked }))}
          />
        )}
        <Group justify="flex-end">
          {isLink && (
            <Button
              variant="subtle"
              color="red"
              onClick={() => {
                onRemove();
                onClose();
              }}
              me="auto"
            >
              {t('richText.link.remove')}
            </Button>
          )}
          <Button variant="default" onClick={onClose}>
            {t('common.cancel')}
          </Button>
          <Button type="submit">{t('richText.link.set')}</Button>
        </Group>
      </Stack>
    </form>
  );
}
