import { Combobox, Loader, Text, TextInput, useCombobox } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { IconFile, IconWorld } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { completeHref, isLinkableHref } from '../document/href.ts';
import { type PageChoice, useRichTextContext } from '../sources.ts';
import classes from './TargetInput.module.css';
import { usePageOf } from './usePageOf.ts';

interface TargetInputProps {
  /** An address, or a page in the form that links use: `page:en/about`. */
  readonly value: string;
  /** Receives the page, too, if one was chosen. */
  onChange(href: string, page?: PageChoice): void;
  readonly label: string;
  readonly error?: string;
  readonly autoFocus?: boolean;
}

/** An input that searches for pages and also accepts addresses. */
export function TargetInput({ value, onChange, label, error, autoFocus = false }: TargetInputProps) {
  const { t } = useTranslation();
  const page = usePageOf(value);
  const [typed, setTyped] = useState<string>();
  const { pages, isSearching } = usePages(typed ?? '');
  const combobox = useCombobox({ onDropdownClose: () => combobox.resetSelectedOption() });
  const shown = typed ?? page?.title ?? value;
  const address = completeHref(typed ?? '');
  const isAddress = /^(?:[a-z][a-z+.-]*:|\/|#|\?)/i.test(address) && isLinkableHref(address);

  const choose = (href: string): void => {
    onChange(
      href,
      pages.find(({ key }) => href === `page:${key}`),
    );
    setTyped(undefined);
    combobox.closeDropdown();
  };
  return (
    <Combobox store={combobox} onOptionSubmit={choose}>
      <Combobox.Target>
        <TextInput
          label={label}
          error={error}
          placeholder={t('richText.link.placeholder')}
          value={shown}
          data-autofocus={autoFocus || undefined}
          autoComplete="off"
          description={typed === undefined && page ? page.detail : undefined}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          leftSection={page && typed === undefined ? <IconFile size={16} /> : <IconWorld size={16} />}
          rightSection={isSearching && <Loader size="xs" />}
          onFocus={(event) => event.currentTarget.select()}
          onChange={({ currentTarget }) => {
            setTyped(currentTarget.value);
            onChange(completeHref(currentTarget.value));
            combobox.openDropdown();
            combobox.updateSelectedOptionIndex('active');
          }}
          onBlur={() => combobox.closeDropdown()}
        />
      </Combobox.Target>
      <Combobox.Dropdown hidden={typed === undefined || typed.trim() === ''}>
        <Combobox.Options mah={260} className={classes.options}>
          {isAddress && (
            <Combobox.Option value={address}>
              <Text size="sm">{t('richText.link.toAddress', { address })}</Text>
            </Combobox.Option>
          )}
          {pages.map((one) => (
            <Combobox.Option key={one.key} value={`page:${one.key}`}>
              <Text size="sm" dir="auto">
                {one.title}
              </Text>
              <Text size="xs" c="dimmed">
                {one.detail}
              </Text>
            </Combobox.Option>
          ))}
          {!isAddress && pages.length === 0 && !isSearching && (
            <Combobox.Empty>{t('richText.link.nothing')}</Combobox.Empty>
          )}
        </Combobox.Options>
      </Combobox.Dropdown>
    </Combobox>
  );
}

const WAIT_MS = 150;

/** The pages that match what was typed; the previous ones while a search is running. */
function usePages(typed: string): { readonly pages: readonly PageChoice[]; readonly isSearching: boolean } {
  const { sources } = useRichTextContext();
  const [search] = useDebouncedValue(typed.trim(), WAIT_MS);
  const [found, setFound] = useState<{ readonly search: string; readonly pages: readonly PageChoice[] }>();
  useEffect(() => {
    if (search === '') return undefined;
    const abort = new AbortController();
    sources.findPages(search, abort.signal).then(
      (pages) => setFound({ search, pages }),
      () => abort.signal.aborted || setFound({ search, pages: [] }),
    );
    return () => abort.abort();
  }, [sources, search]);
  return { pages: found?.pages ?? [], isSearching: typed.trim() !== '' && found?.search !== typed.trim() };
}
